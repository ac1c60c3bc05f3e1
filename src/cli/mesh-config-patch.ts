import type { Fix } from '../explain/explanation.js';
import type { MeshConfigEdit } from '../explain/fixes/change.js';
import { isMapping } from '../model/mapping.js';
import type { Resource } from '../model/resource.js';

/**
 * A copy of an answer in which every fix that edits the mesh config holds the ConfigMap to paste: mesh config is one text there,
 * so a patch has to give all of it. Comments and order of the text are kept.
 */
export async function withMeshConfig<T>(answer: T, resources: readonly Resource[]): Promise<T> {
  if (!JSON.stringify(answer).includes('"meshConfig":[')) return answer;
  const [{ withField }, { parseYaml }] = await Promise.all([
    import('../yaml/set-field.js'),
    import('../yaml/parse.js'),
  ]);
  const patchOf = (edits: readonly MeshConfigEdit[]): unknown[] => {
    const [{ configMap }] = edits as [MeshConfigEdit, ...MeshConfigEdit[]];
    const object = resources.find(
      ({ kind, metadata }) =>
        kind === 'ConfigMap' && metadata.namespace === configMap.namespace && metadata.name === configMap.name,
    );
    const text = (object?.['data'] as { mesh?: string } | undefined)?.mesh;
    if (text === undefined || isRedacted(text)) return [fragment(edits)];
    let mesh: string | undefined = text;
    for (const { provider, kind, field, value } of edits) {
      const parsed = parseYaml(mesh);
      const path = 'value' in parsed ? pathOf(parsed.value, provider, kind) : undefined;
      mesh = path && withField(mesh, field === 'name' ? path.provider : path.settings, field, value);
      if (mesh === undefined) return [fragment(edits)];
    }
    const { namespace, name } = configMap;
    return [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data: { mesh } }];
  };
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isMapping(value)) return value;
    if (isFix(value)) return { ...value, yaml: [...value.yaml, ...patchOf(value.meshConfig!)] };
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]));
  };
  return copy(answer) as T;
}

function isFix(value: Record<string, unknown>): value is Record<string, unknown> & Fix {
  return Array.isArray(value['meshConfig']) && Array.isArray(value['yaml']);
}

/** Credentials were taken out of a snapshot; its text must not be pasted. */
function isRedacted(text: string): boolean {
  return /\bredacted\b/.test(text);
}

/** The changed providers alone, as mesh config: for whoever keeps it elsewhere. */
function fragment(edits: readonly MeshConfigEdit[]): unknown {
  return {
    extensionProviders: edits.map(({ provider, kind, field, value }) => ({
      name: provider,
      [kind]: { [field]: value },
    })),
  };
}

/** Where a provider and its settings stand in the document, whose names may be those of the protocol buffer. */
function pathOf(config: unknown, provider: string, kind: string): { provider: string; settings: string } | undefined {
  if (!isMapping(config)) return undefined;
  for (const list of ['extensionProviders', 'extension_providers']) {
    const providers = config[list];
    if (!Array.isArray(providers)) continue;
    const index = providers.findIndex((one: unknown) => isMapping(one) && one['name'] === provider);
    const found = index < 0 ? undefined : (providers[index] as Record<string, unknown>);
    const snake = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const field = [kind, snake].find((name) => found && name in found);
    const path = `${list}[${index}]`;
    if (field) return { provider: path, settings: `${path}.${field}` };
  }
  return undefined;
}
