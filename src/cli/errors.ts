/** The exit codes of every command, in every output format. */
export const EXIT = { yes: 0, no: 1, usage: 2, cannotTell: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The user has to act: says what is wrong and, in `hint`, what to try. */
export abstract class UserError extends Error {
  abstract readonly exit: ExitCode;

  constructor(
    message: string,
    readonly hint?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** By its shape: commands may be loaded by another module loader than the program around them. */
export function isUserError(error: unknown): error is UserError {
  return error instanceof Error && Object.values(EXIT).includes((error as Partial<UserError>).exit as ExitCode);
}

/** The command line is wrong. */
export class UsageError extends UserError {
  readonly exit = EXIT.usage;
}

/** The question is right, but the answer cannot be determined: unreachable, forbidden, unreadable. */
export class CannotTellError extends UserError {
  readonly exit = EXIT.cannotTell;
}
