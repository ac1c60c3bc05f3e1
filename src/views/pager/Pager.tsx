import { Box, Text } from 'ink';
import { usePalette } from '../palette.js';
import { fit } from '../width.js';
import { isHit, type PagerState } from './reducer.js';

export function Pager({ state }: { state: PagerState }) {
  const { paint, inverse } = usePalette();
  const { shown, top, height, width, marked } = state;
  return (
    <Box flexDirection="column">
      {shown.slice(top, top + height).map(({ text, from }, i) => {
        const sign = marked.has(from) ? '> ' : isHit(state, text) ? '/ ' : '  ';
        const line = fit(sign + text, width);
        return (
          <Text key={top + i} wrap="truncate">
            {marked.has(from) ? inverse(line) : isHit(state, text) ? paint('warn', line) : line}
          </Text>
        );
      })}
      {shown.length === 0 && <Text>{paint('dim', '  computing …')}</Text>}
    </Box>
  );
}
