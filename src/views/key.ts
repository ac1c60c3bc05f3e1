/** What a key does on a screen, and how help names it. */
export interface Binding<A> {
  /** `enter`, `ctrl-d`, `j`, `G`. */
  keys: readonly string[];
  does: string;
  action: A;
  /** Shown in the header, not only in help. */
  hint?: boolean;
}

export function actionFor<A>(bindings: readonly Binding<A>[], key: string): A | undefined {
  return bindings.find(({ keys }) => keys.includes(key))?.action;
}
