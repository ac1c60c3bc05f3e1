export type Labels = Readonly<Record<string, string>>;

/** Kubernetes' own. */
export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}

const NONE: Labels = {};

/** Whether `labels` carries everything that `selector` asks for; an empty selector asks for nothing. */
export function selects(selector: Labels | undefined, labels: Labels | undefined): boolean {
  for (const key in selector ?? NONE) {
    if ((labels ?? NONE)[key] !== selector![key]) return false;
  }
  return true;
}

/** Like `selects`, but an empty selector selects nothing, as Services choose their Pods. */
export function selectsSome(selector: Labels | undefined, labels: Labels | undefined): boolean {
  return selector !== undefined && Object.keys(selector).length > 0 && selects(selector, labels);
}

export function sameLabels(a: Labels | undefined, b: Labels | undefined): boolean {
  const left = a ?? NONE;
  const right = b ?? NONE;
  return Object.keys(left).length === Object.keys(right).length && selects(left, right);
}

/** Whether Kubernetes would accept the expressions of a selector. */
export function isValidSelector(selector: LabelSelector): boolean {
  return (selector.matchExpressions ?? []).every(({ operator, values = [] }) => {
    if (operator === 'In' || operator === 'NotIn') return values.length > 0;
    return (operator === 'Exists' || operator === 'DoesNotExist') && values.length === 0;
  });
}

/** Kubernetes' label selector: matchLabels and matchExpressions together. */
export function matchesSelector(selector: LabelSelector, labels: Labels | undefined): boolean {
  if (!selects(selector.matchLabels, labels)) return false;
  return (selector.matchExpressions ?? []).every(({ key, operator, values = [] }) => {
    const value = (labels ?? NONE)[key];
    if (operator === 'In') return value !== undefined && values.includes(value);
    if (operator === 'NotIn') return value === undefined || !values.includes(value);
    return (operator === 'Exists') === (value !== undefined);
  });
}
