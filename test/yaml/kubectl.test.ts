import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Fields } from '../../src/yaml/fields.js';
import { parseYaml } from '../../src/yaml/parse.js';

interface Row {
  yaml: string;
  /** What sigs.k8s.io/yaml 1.6.0, with which kubectl and istiod read YAML, makes of it, */
  value?: unknown;
  /** or why it refuses it. */
  refused?: string;
  /** Why it is refused here, where it is taken there. */
  fault?: string;
}

const ROWS = JSON.parse(readFileSync(new URL('kubectl.json', import.meta.url), 'utf8')) as Row[];

describe('YAML is what kubectl makes of it', () => {
  for (const { yaml, value, refused, fault } of ROWS) {
    it(JSON.stringify(yaml).slice(0, 90), () => {
      const parsed = parseYaml(yaml);
      if (refused === undefined && fault === undefined) {
        expect('value' in parsed ? parsed.value : parsed.message).to.deep.equal(value);
      } else {
        expect('message' in parsed).to.equal(true);
        if (fault !== undefined) expect(parsed).to.deep.include({ message: fault });
      }
    });
  }

  it('refuses only what would lose something: keys that stand twice, a second document, numbers that JSON has not', () => {
    const reasons = ROWS.flatMap(({ fault }) => fault ?? []);
    expect(reasons).to.have.length(6);
    for (const reason of reasons) expect(reason).to.match(/stands twice|another document|no number that JSON has/);
  });

  it('tells the line of a fault, also where lines were indented to be read', () => {
    expect(parseYaml('a: {\n"b": 1,\n"b": 2\n}\n')).to.deep.equal({ line: 3, message: 'the key "b" stands twice' });
    expect(parseYaml('a:\n  - b\n  c: d\n')).to.have.property('line', 3);
  });

  it('gives aliases objects of their own', () => {
    const { value } = parseYaml('a: &x { b: 1 }\nc: *x\n') as { value: { a: object; c: object } };
    expect(value.c).to.deep.equal(value.a);
    expect(value.c).to.not.equal(value.a);
  });

  it('finds fields: dots and brackets in keys, items of lists, the nearest parent', () => {
    const text = 'a:\n  b.c: 1\n  b:\n    c: [x, y]\n    "d.e/f": |\n      one\n      two\ng: &g 1\nh: *g\n';
    const fields = new Fields(parseYaml(text) as never);
    const found = (path: string) => {
      const span = fields.span(path);
      return span && text.slice(span.start, span.end).trimEnd();
    };
    expect(found('a.b.c')).to.equal('b.c: 1');
    expect(found('a.b')).to.match(/^b:\n {4}c: .*two$/s);
    expect(found('a.b.c[1]')).to.equal('b.c: 1');
    expect(found('a["b"]["c"][1]')).to.equal('y');
    expect(found('a["b"].d.e/f')).to.match(/^d\.e\/f": \|\n.*two$/s);
    expect(found('h.x')).to.match(/^h: \*?g$/);
    expect(found('no')).to.equal(undefined);
    expect(found('')).to.equal(undefined);
  });
});
