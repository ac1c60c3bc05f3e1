const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

/** Go's strconv.ParseBool; undefined for what it does not take. */
export function goBool(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  return TRUE.includes(text) || (FALSE.includes(text) ? false : undefined);
}
