export type ToYaml = (value: unknown) => string;

/** Loaded only where YAML is written. */
export async function yamlWriter(): Promise<ToYaml> {
  const { stringify } = await import('yaml');
  // Texts within, such as mesh config, keep their lines.
  return (value) => stringify(value, { blockQuote: 'literal' });
}
