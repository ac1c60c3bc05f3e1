/** The first line to show so that the cursor stays within the window and the window within the list. */
export function windowTop(top: number, cursor: number, height: number, total: number): number {
  const last = Math.max(0, total - height);
  const first = Math.min(Math.max(top, 0), last);
  if (cursor < first) return cursor;
  if (cursor >= first + height) return cursor - height + 1;
  return first;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
