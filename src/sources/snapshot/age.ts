const UNITS: [name: string, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `3 hours old`; `just taken` within the first minute. */
export function ageText(takenAt: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(takenAt)) / 1000);
  const unit = UNITS.find(([, size]) => seconds >= size);
  if (!unit) return 'just taken';
  const count = Math.floor(seconds / unit[1]);
  return `${String(count)} ${unit[0]}${count === 1 ? '' : 's'} old`;
}
