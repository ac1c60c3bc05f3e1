import { dump } from 'js-yaml';

/** A value as YAML that any reader takes for the same: words that YAML 1.1 reads as truth values stand in quotes. */
export function toYaml(value: unknown): string {
  return dump(value, { noRefs: true, skipInvalid: true, lineWidth: -1, quoteStyle: 'double' });
}
