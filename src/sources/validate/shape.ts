/** What a field may hold. Only fields that are read somewhere have a shape; all others pass. */
export type Shape =
  | { type: 'text' | 'number' | 'flag' | 'time' | 'number or text' }
  /** In any case: the allowed values are in upper case. */
  | { type: 'choice'; allowed: readonly string[]; anyCase: boolean }
  | { type: 'list'; of: Shape }
  | { type: 'map'; of: Shape }
  | { type: 'fields'; entries: readonly (readonly [string, Shape])[] };

export const text: Shape = { type: 'text' };
export const number: Shape = { type: 'number' };
export const flag: Shape = { type: 'flag' };
export const time: Shape = { type: 'time' };
export const numberOrText: Shape = { type: 'number or text' };

export const oneOf = (...allowed: string[]): Shape => ({ type: 'choice', allowed, anyCase: false });
export const oneOfAnyCase = (...allowed: string[]): Shape => ({ type: 'choice', allowed, anyCase: true });
export const list = (of: Shape): Shape => ({ type: 'list', of });
export const map = (of: Shape): Shape => ({ type: 'map', of });
export const fields = (of: Readonly<Record<string, Shape>>): Shape => ({ type: 'fields', entries: Object.entries(of) });
