import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { read, type Loaded } from '../../src/sources/read.js';
import { fails } from './support/fails.js';
import { namesOf, readText } from './support/text.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const MESH = join(import.meta.dirname, 'fixtures/mesh');
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n';

const files = (...filename: string[]): Promise<Loaded> => read({ filename });

describe('sources: files', () => {
  const root = temporaryFolder('test');

  const write = (name: string, content: string | Buffer): string => {
    const path = join(root(), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };

  it('reads a directory: sorted, recursive, later files win, Lists inside Lists, namespace default', async () => {
    const loaded = await files(MESH);
    expect(namesOf(loaded)).to.deep.equal([
      'Deployment istio-system/istiod-canary',
      'ConfigMap istio-system/settings',
      'ConfigMap istio-system/shared',
      'ConfigMap istio-system/istio-canary',
      'MutatingWebhookConfiguration /istio-revision-tag-prod',
      'Service shop/web',
      'Service shop/api',
      'Sidecar default/default',
    ]);
    const [web, api] = loaded.snapshot.resources.filter(({ kind }) => kind === 'Service');
    expect(web?.spec).to.deep.equal({ ports: [{ name: 'http', port: 80 }] });
    expect(api).to.deep.equal({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'api', namespace: 'shop' },
      spec: { ports: [{ port: 80 }] },
    });
    expect(loaded.notes).to.deep.equal([]);
    expect(loaded.snapshot.invalid).to.deep.equal([]);
    expect(loaded.snapshot.ground).to.deep.equal({ source: 'files', from: [MESH] });
  });

  it('knows the line of a field', async () => {
    const { locate } = await files(MESH);
    const line = (kind: string, namespace: string, name: string, path: string) =>
      locate({ kind, namespace, name, path })?.line;
    const sidecar = (path: string) => line('Sidecar', 'default', 'default', path);
    expect(sidecar('')).to.equal(1);
    expect(sidecar('metadata.name')).to.equal(4);
    expect(sidecar('metadata.annotations.team.example.com/owner')).to.equal(6);
    expect(sidecar('metadata.annotations["team.example.com/owner"]')).to.equal(6);
    expect(sidecar('spec.egress[0].hosts')).to.equal(9);
    expect(sidecar('spec.egress[0].hosts[1]')).to.equal(11);
    expect(sidecar('spec.egress[0].port.number'), 'the nearest parent').to.equal(9);
    expect(sidecar('spec.outboundTrafficPolicy.mode'), 'the nearest parent').to.equal(7);
    expect(line('Service', 'shop', 'web', 'spec.ports[0].port'), 'in a List').to.equal(26);
    expect(line('Service', 'shop', 'api', 'spec'), 'JSON').to.equal(undefined);
    expect(line('Service', 'shop', 'none', 'spec')).to.equal(undefined);
    expect(locate({ kind: 'Sidecar', namespace: 'default', name: 'default', path: '' })?.file).to.equal(
      join(MESH, 'shop/sidecar.yml'),
    );
  });

  it('takes the later of two files, whatever API version they write', async () => {
    const entry = (version: string, host: string) =>
      `apiVersion: networking.istio.io/${version}\nkind: ServiceEntry\nmetadata: { name: api }\nspec: { hosts: [${host}] }`;
    const loaded = await files(
      write('a.yaml', entry('v1', 'old.example')),
      write('b.yaml', entry('v1beta1', 'new.example')),
    );
    expect(loaded.snapshot.resources.map(({ spec }) => spec)).to.deep.equal([{ hosts: ['new.example'] }]);
    expect(loaded.notes).to.deep.equal([]);
  });

  it('notes an object that stands twice in one file', async () => {
    const { notes, snapshot } = await readText(`${NAMESPACE}---\n${NAMESPACE}`);
    expect(snapshot.resources).to.have.length(1);
    expect(notes).to.deep.equal([
      'Namespace shop stands twice: standard input:1 and standard input:5; the later one is taken.',
    ]);
  });

  it('reads large files as it reads others', async () => {
    const space = ' '.repeat(17 * 1024 ** 2);
    const namespace = (name: string) => `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"${name}"}}`;
    const last = write('last.json', `${space}${namespace('ünique')}`);
    const first = write('first.json', `${namespace('shop')}${space}`);
    expect(namesOf(await files(first, last))).to.deep.equal(['Namespace /shop', 'Namespace /ünique']);
    const other = write('other.json', Buffer.from(`${space}ü`, 'latin1'));
    await fails(files(other), `${other}: is neither JSON nor YAML: it is not UTF-8 text.`);
  });

  it('names few of many objects that stand twice', async () => {
    const { notes } = await readText(`${NAMESPACE}---\n`.repeat(13));
    expect(notes).to.have.length(11);
    expect(notes.at(-1)).to.equal('2 more objects stand twice in standard input; the later ones are taken.');
  });

  it('finds fields of a large List without parsing it for each', async () => {
    const item = (n: number) =>
      `- { apiVersion: v1, kind: Service, metadata: { name: s${String(n)} }, spec: { ports: [{ port: x }] } }\n`;
    const text = `apiVersion: v1\nkind: List\nitems:\n${Array.from({ length: 2000 }, (_, n) => item(n)).join('')}`;
    const { snapshot, locate } = await readText(text);
    expect(snapshot.invalid.map(({ at }) => at.line)).to.deep.equal(Array.from({ length: 2000 }, (_, n) => n + 4));
    const second = { kind: 'Service', namespace: 'default', name: 's1' };
    expect(locate({ ...second, path: 'spec.ports[0].port' })?.line).to.equal(5);
  });

  const shapes: [string, string | Buffer][] = [
    ['YAML with a byte order mark', '\ufeff' + NAMESPACE],
    ['YAML with Windows line ends', `---\r\n${NAMESPACE.replaceAll('\n', '\r\n')}---\r\n`],
    ['UTF-16, as PowerShell writes it', Buffer.from('\ufeff' + NAMESPACE, 'utf16le')],
    ['gzip', gzipSync(NAMESPACE)],
    ['JSON after blank lines', `\n \r\n{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}\n`],
    ['JSON with a byte order mark', '\ufeff{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}'],
    ['flow YAML', '{ apiVersion: v1, kind: Namespace, metadata: { name: shop } }'],
    ['JSON documents between ---', '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}\n---\nnull\n'],
    [
      'a mesh line',
      '{"name":"default/1","istio":"1.28.2","resources":[{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}]}\n',
    ],
    ['null documents and directives', `%YAML 1.2\n---\n${NAMESPACE}---\nnull\n---\n# nothing\n...\n`],
    ['anchors and merge keys', 'apiVersion: v1\nkind: Namespace\nmetadata: { <<: &a { name: shop } }\n'],
    ['an object that is not kept', `${NAMESPACE}---\napiVersion: v1\nkind: Secret\nmetadata: { name: s }\n`],
    ['a Kustomization', `${NAMESPACE}---\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n`],
  ];
  for (const [what, text] of shapes) {
    it(`reads ${what}`, async () => {
      expect(namesOf(await readText(text))).to.deep.equal(['Namespace /shop']);
    });
  }

  it('reads JSON values one after another', async () => {
    const object = (name: string) => `{\n"apiVersion":"v1","kind":"Namespace","metadata":{"name":"${name}"}}\n`;
    const loaded = await readText(object('a') + object('a') + object('b'));
    expect(namesOf(loaded)).to.deep.equal(['Namespace /a', 'Namespace /b']);
    expect(loaded.notes[0]).to.include('standard input:1 and standard input:3');
  });

  it('picks a mesh by name from a file of many, and says how', async () => {
    const mesh = (name: string) =>
      JSON.stringify({ name, resources: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }] });
    const many = write('many.jsonl.gz', gzipSync(`${mesh('one')}\n${mesh('two')}\n`));
    expect(namesOf(await files(`${many}#two`))).to.deep.equal(['Namespace /two']);
    await fails(files(many), `${many}: holds 2 meshes.`, `Pick one by its name: ${many}#one`);
    await fails(files(`${many}#six`), `${many}: holds no mesh six.`, `Pick one by its name: ${many}#one`);
    expect(namesOf(await files(write('one.jsonl', `${mesh('one')}\n`)))).to.deep.equal(['Namespace /one']);
  });

  it('reads several Kubernetes clusters: of a recorded mesh, and by name', async () => {
    const object = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const mesh = { name: 'm/1', clusters: { b: [object('there')], a: [object('here')] }, clusterOrder: ['a', 'b'] };
    const recorded = await readText(JSON.stringify(mesh));
    expect(namesOf(recorded)).to.deep.equal(['Namespace /here']);
    expect(recorded.snapshot).to.deep.include({ configCluster: 'a', remotesInOrder: true });
    expect(recorded.snapshot.remotes?.map(({ name, resources }) => [name, resources[0]?.remoteCluster])).to.deep.equal([
      ['b', 'b'],
    ]);
    const one = write('one/ns.yaml', NAMESPACE);
    const named = await files(`west=${one}`, `east=${one}`);
    expect(named.snapshot).to.deep.include({ configCluster: 'west', remotesInOrder: false });
    expect(named.snapshot.remotes?.map(({ name }) => name)).to.deep.equal(['east']);
    await fails(
      files(`west=${one}`, one),
      `-f ${one} names no Kubernetes cluster, and -f west=${one} does.`,
      'Write all as NAME=PATH, several for one cluster where it has several files.',
    );
    await fails(
      readText('{"name":"m","clusters":{"a":1}}'),
      'standard input: mesh m: cluster a has no list of objects.',
    );
  });

  it('walks directories: links, no hidden entries, empty files passed over, no end in a circle', async () => {
    write('mesh/a.yaml', NAMESPACE);
    write('mesh/empty.yaml', '\n');
    write('mesh/notes.md', 'not: [read');
    write('mesh/.git/config.yaml', 'not: [read');
    symlinkSync(join(root(), 'mesh'), join(root(), 'mesh/again'));
    expect(namesOf(await files(join(root(), 'mesh')))).to.deep.equal(['Namespace /shop']);
  });

  it('says what was read', async () => {
    const lines: string[] = [];
    const path = write('a.yaml', NAMESPACE);
    await read({ filename: [path] }, { progress: (line) => lines.push(line) });
    expect(lines).to.deep.equal([`${path} read, 1 objects so far`]);
  });

  describe('refuses', () => {
    const texts: [string, string | Buffer, string, string?][] = [
      ['an empty file', '', 'standard input: is empty.'],
      ['a file of comments', '# nothing\n', '-: no Kubernetes object in it.'],
      [
        'broken YAML in document 7',
        `${NAMESPACE}---\n`.repeat(6) + 'apiVersion: v1\nkind: [Namespace\nmetadata: {}\n',
        'standard input:27: not YAML in document 7: a comma or a closing bracket is missing.',
      ],
      [
        'a key that stands twice',
        'apiVersion: v1\nkind: Namespace\nkind: Pod\n',
        'standard input:3: not YAML in document 1: the key "kind" stands twice.',
      ],
      [
        'an alias without its anchor',
        'apiVersion: v1\nkind: *no\n',
        'standard input:2: not YAML in document 1: the alias *no names no anchor before it.',
      ],
      [
        'a Helm template',
        'apiVersion: v1\nkind: Service\nmetadata:\n  {{- if .Values.name }}\n  name: x\n  {{- end }}\n',
        'standard input:4: not YAML in document 1: a comma or a closing bracket is missing.',
        'This looks like a Helm template: render it first, with `helm template`.',
      ],
      [
        'a Helm value',
        'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Values.name }}\n',
        'standard input:4: not YAML in document 1: a mapping stands where the name of a field must be.',
        'This looks like a Helm template: render it first, with `helm template`.',
      ],
      [
        'Helm values',
        `${NAMESPACE}---\nreplicas: 1\n`,
        'standard input:5: not a Kubernetes object: no apiVersion and no kind.',
        'Pass only manifests; a Helm chart must be rendered first, with `helm template`.',
      ],
      ['an object without apiVersion', 'kind: Pod\n', 'standard input:1: not a Kubernetes object: no apiVersion.'],
      ['text', 'hello\n', 'standard input:1: not a Kubernetes object, but text.'],
      [
        'an item without kind',
        'apiVersion: v1\nkind: List\nitems:\n  - {}\n',
        'standard input:4: not a Kubernetes object: no apiVersion and no kind.',
      ],
      [
        'an item of JSON without kind',
        '{"apiVersion":"v1","kind":"List","items":[{"kind":"Pod"}]}',
        'standard input (items[0]): not a Kubernetes object: no apiVersion.',
      ],
      [
        'an object without a name',
        'apiVersion: v1\nkind: Service\nmetadata: {}\n',
        'standard input:1: Service without a name: metadata.name must be text.',
      ],
      [
        'a name that is a number',
        'apiVersion: v1\nkind: Service\nmetadata: { name: 7 }\n',
        'standard input:1: Service without a name: metadata.name must be text.',
      ],
      ['broken JSON', '{\n "kind": "Pod",\n "spec": nope }', 'standard input:3: not JSON at "nope }": value expected.'],
      ['cut JSON', '{\n "kind": "Pod",\n', 'standard input:3: the JSON ends too early: name expected.'],
      [
        'broken JSON after a whole value',
        '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"a"}}\n{"kind" 7}',
        'standard input:2: not JSON at "7}": : expected (document 2).',
      ],
      ['a binary file', Buffer.from([0, 1, 2, 3]), 'standard input: is neither JSON nor YAML: it is not UTF-8 text.'],
      [
        'Latin-1',
        Buffer.from('kind: Gerät', 'latin1'),
        'standard input: is neither JSON nor YAML: it is not UTF-8 text.',
      ],
      [
        'damaged gzip',
        gzipSync(NAMESPACE).subarray(0, 30),
        'standard input: damaged gzip data (unexpected end of file).',
        'Fetch or make the file again; it may be cut off.',
      ],
      [
        'a damaged tar archive',
        gzipSync(Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar\0'), Buffer.alloc(300)])),
        'standard input: damaged tar archive.',
        'Fetch or make the file again; it may be cut off.',
      ],
    ];
    for (const [what, text, message, hint] of texts) {
      it(what, () => fails(readText(text), message, hint));
    }

    it('a file that is not there', () => fails(files('/no/such.yaml'), '/no/such.yaml: no such file or directory.'));
    it('an empty name', () => fails(files(''), '-f needs the name of a file or directory.'));
    it('standard input twice', () => fails(files('-', '-'), '-f -: standard input can be read once only.'));

    it('an empty directory', () =>
      fails(files(root()), `${root()}: the directory holds no .json, .yaml, .yml, .jsonl or .gz file.`));

    it('a directory without objects', async () => {
      write('a.yaml', '# nothing\n');
      await fails(files(root()), `${root()}: no Kubernetes object in it.`);
    });

    it('everything when one file is broken', async () => {
      write('a.yaml', NAMESPACE);
      const path = write('b.yaml', 'a: [');
      await fails(
        files(root()),
        `${path}:1: not YAML in document 1: unexpected end of the text within a flow collection.`,
      );
    });
  });
});
