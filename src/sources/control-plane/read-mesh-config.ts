import { applyMeshConfig } from '../../model/apply-mesh-config.js';
import { defaultMeshConfig } from '../../model/default-mesh-config.js';
import type { MeshConfig } from '../../model/mesh-config.js';
import type { InvalidValue } from '../../model/snapshot.js';
import type { ConfigMapData } from './environment.js';
import type { ConfigMapKey } from './mesh-config-sources.js';

export interface ReadMeshConfig {
  config: MeshConfig;
  /** For people: `ConfigMap istio-system/istio`. */
  source: string;
  assumed: string[];
  invalid: InvalidValue[];
}

/** istiod's effective mesh config. A document that istiod would refuse is left out and reported. */
export async function readMeshConfig(
  sources: readonly ConfigMapKey[],
  configMap: ConfigMapData,
): Promise<ReadMeshConfig> {
  const used: string[] = [];
  const out: ReadMeshConfig = { config: defaultMeshConfig(), source: '', assumed: [], invalid: [] };
  for (const source of sources) {
    const text = configMap(source.namespace, source.name)?.mesh;
    if (text === undefined) continue;
    const label = `ConfigMap ${source.namespace}/${source.name}`;
    const parsed = await parseMesh(text);
    const applied = 'value' in parsed ? applyMeshConfig(parsed.value, out.config) : { rejected: parsed };
    if ('config' in applied) {
      out.config = applied.config;
      used.push(label);
    } else {
      refuse(out, source, label, applied.rejected);
    }
  }
  out.source = used.length > 0 ? used.join(', ') : "istiod's defaults";
  out.assumed.push(...otherSources(out.config));
  return out;
}

/** istiod 1.28 pilot/pkg/bootstrap/configcontroller.go: initConfigSources */
function otherSources({ configSources = [] }: MeshConfig): string[] {
  const others = configSources.flatMap(({ address }) => (address && address !== 'k8s://' ? [address] : []));
  if (others.length === 0) return [];
  return [`istiod takes Istio's objects from ${others.join(', ')} (configSources of mesh config), which is not read.`];
}

interface Refusal {
  message: string;
  allowed?: string[];
}

/** A running istiod keeps the last good config, which nobody can read here; a restarted one has what is left. */
function refuse(
  out: ReadMeshConfig,
  { namespace, name }: ConfigMapKey,
  label: string,
  { message, allowed }: Refusal,
): void {
  const at = { kind: 'ConfigMap', namespace, name, path: 'data.mesh' };
  out.invalid.push({ at, message: `istiod cannot use this mesh config: ${message}.`, ...(allowed && { allowed }) });
  out.assumed.push(
    `${label} holds mesh config that istiod refuses (${message}); answers are those of an istiod started without it.`,
  );
}

export async function parseMesh(text: string): Promise<{ value: unknown } | Refusal> {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    const { parseYaml } = await import('../../yaml/parse.js');
    const parsed = parseYaml(text);
    return 'value' in parsed ? parsed : { message: `not YAML at line ${String(parsed.line)} of it: ${parsed.message}` };
  }
}
