import { Box, Text } from 'ink';
import { helpHeight, helpLines } from './key-list.js';
import type { AppState } from './state.js';

export function Help({ state, top }: { state: AppState; top: number }) {
  return (
    <Box flexDirection="column">
      {helpLines(state)
        .slice(top, top + helpHeight(state.size))
        .map((line, i) => (
          <Text key={i} wrap="truncate">
            {line === '' ? ' ' : line}
          </Text>
        ))}
    </Box>
  );
}
