export type ToYaml = (value: unknown) => string;

/** Loaded only where YAML is written. */
export async function yamlWriter(): Promise<ToYaml> {
  return (await import('../yaml/write.js')).toYaml;
}
