import Mocha, { type MochaOptions, type Runner } from 'mocha';

/** The spec reporter, closing with one line that a script can read. */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures } = this.stats;
      Mocha.reporters.Base.consoleLog(`${passes} passed, ${failures} failed`);
    });
  }
}
