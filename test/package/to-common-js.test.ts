import { expect } from 'chai';
import { toCommonJs } from '../../scripts/package/bundle/to-common-js.js';

describe('chunks as CommonJS', () => {
  /** What the last of some chunks exports, each of which may import those before it. */
  function run(chunks: Record<string, string>): Record<string, unknown> {
    const modules = new Map<string, object>();
    const require = (id: string): unknown => modules.get(id) ?? process.getBuiltinModule(id);
    let last: { exports: object } = { exports: {} };
    for (const [name, text] of Object.entries(chunks)) {
      last = { exports: {} };
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- what the program does with it
      new Function('exports', 'require', 'module', toCommonJs(name, text))(last.exports, require, last);
      modules.set(`./${name}`, last.exports);
    }
    return last.exports as Record<string, unknown>;
  }

  it('imports by name and under another one, from chunks and from Node', () => {
    const { text } = run({
      'a.js': 'const one = 1;\nfunction two() { return 2; }\nexport {\n  one,\n  two as second\n};\n',
      'b.js':
        'import {\n  one as a,\n  second\n} from "./a.js";\nimport "./a.js";\nimport path, { join } from "node:path";\n' +
        'var text = join(String(a), String(second()));\nexport {\n  text\n};\n',
    });
    expect(text).to.equal('1/2');
  });

  it('keeps what changes later live', () => {
    const exports = run({
      'a.js':
        'let count = 0, list = 0, fixed = 3;\nfunction next() { count++; [list] = [count]; }\n' +
        'export { count, list, fixed, next as default };\n',
    }) as { count: number; list: number; fixed: number; default: () => void };
    exports.default();
    expect(exports).to.include({ count: 1, list: 1, fixed: 3 });
    expect(Object.getOwnPropertyDescriptor(exports, 'fixed')).to.have.property('value', 3);
  });

  it('loads a chunk when it is imported dynamically', async () => {
    const { load } = run({
      'a.js': 'var loaded = true;\nexport { loaded };\n',
      'b.js': 'function load() { return import("./a.js"); }\nexport { load };\n',
    }) as { load: () => Promise<unknown> };
    expect(await load()).to.deep.equal({ loaded: true });
  });

  it('refuses what is neither a chunk nor of Node', () => {
    expect(() => toCommonJs('a.js', 'import { a } from "somewhere";\n')).to.throw('a.js: imports somewhere');
  });
});
