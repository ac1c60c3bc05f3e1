import { Text } from 'ink';
import { useEffect, useState } from 'react';
import { usePalette } from '../palette.js';
import { headerLine, isLost } from './chrome.js';
import type { AppState } from './state.js';

/** Which mesh this is; ticks only where it shows an age. */
export function Header({ state }: { state: AppState }) {
  const { paint, inverse } = usePalette();
  const [now, setNow] = useState(() => Date.now());
  const following = state.status?.following.state;
  const ticks = following === 'lost' || (following === 'not' && state.status?.takenAt !== undefined);
  useEffect(() => {
    if (!ticks) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticks]);
  const line = headerLine(state, now);
  return <Text wrap="truncate">{inverse(isLost(state) ? paint('bad', line) : line)}</Text>;
}
