/** `1 cluster`, `2 clusters`. */
export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

/** `a, b and 3 more`: at most so many, and how many there are besides. */
export function some(items: readonly string[], most: number, further = 0): string {
  const more = Math.max(0, items.length - most) + further;
  return `${items.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
