export type ToYaml = (value: unknown) => string;

/** Loaded only where YAML is written. */
export async function yamlWriter(): Promise<ToYaml> {
  const { stringify } = await import('yaml');
  return (value) => stringify(value);
}
