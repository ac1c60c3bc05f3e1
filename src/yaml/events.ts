import { EVENT_ID, type Event } from 'js-yaml';

/** The offset at which a node starts. */
export function startOf(event: Event): number {
  switch (event.type) {
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.SCALAR:
      return Math.max(event.valueStart, 0);
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    default:
      return 0;
  }
}

/** For each node that starts at an index, the index after it. */
export function indexesAfter(events: readonly Event[]): Int32Array {
  const after = new Int32Array(events.length);
  const open: number[] = [];
  events.forEach(({ type }, index) => {
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) open.push(index);
    else after[type === EVENT_ID.POP ? open.pop()! : index] = index + 1;
  });
  return after;
}
