import type { EnvVar, IstiodWorkload } from './workload.js';

/** Gives the data of a ConfigMap by namespace and name; undefined when it is not there or was not read. */
export type ConfigMapData = (namespace: string, name: string) => Record<string, string> | undefined;

export interface Environment {
  env: Record<string, string>;
  /** Set in the container, but with a value that cannot be known. */
  unresolved: string[];
}

/** The environment of istiod's container. istiod 1.28 pkg/env/var.go: reads the process environment once */
export function environmentOf(workload: IstiodWorkload, configMap: ConfigMapData): Environment {
  const out: Environment = { env: {}, unresolved: [] };
  addSources(workload, configMap, out);
  for (const variable of workload.container.env ?? []) {
    const value = valueOf(variable, workload, configMap);
    // The last definition of a name counts, resolved or not.
    out.unresolved = out.unresolved.filter((name) => name !== variable.name);
    delete out.env[variable.name];
    if (value !== undefined) out.env[variable.name] = value;
    else if (!isOptional(variable)) out.unresolved.push(variable.name);
  }
  return out;
}

/** `envFrom` loses against `env`; of a Secret not even the names are known. */
function addSources({ namespace, container }: IstiodWorkload, configMap: ConfigMapData, out: Environment): void {
  for (const { configMapRef, secretRef, prefix = '' } of container.envFrom ?? []) {
    const data = configMapRef && configMap(namespace, configMapRef.name ?? '');
    for (const [key, value] of Object.entries(data ?? {})) out.env[prefix + key] = value;
    if (!data) out.unresolved.push(`${prefix}* (envFrom ${configMapRef?.name ?? secretRef?.name ?? ''})`);
  }
}

function valueOf(variable: EnvVar, { namespace, name }: IstiodWorkload, configMap: ConfigMapData): string | undefined {
  const { value, valueFrom } = variable;
  if (!valueFrom) return value ?? '';
  const { configMapKeyRef, fieldRef } = valueFrom;
  if (configMapKeyRef) return configMap(namespace, configMapKeyRef.name ?? '')?.[configMapKeyRef.key ?? ''];
  if (fieldRef?.fieldPath === 'metadata.namespace') return namespace;
  // Differs by Pod and decides nothing; a name is better than a warning.
  if (fieldRef?.fieldPath === 'metadata.name') return name;
  return undefined;
}

/** Addresses and limits of the container, and ConfigMaps that may be absent, are no gaps. */
function isOptional({ valueFrom }: EnvVar): boolean {
  return Boolean(valueFrom?.fieldRef ?? valueFrom?.resourceFieldRef ?? valueFrom?.configMapKeyRef?.optional);
}
