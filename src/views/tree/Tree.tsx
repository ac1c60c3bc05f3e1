import { Box, Text } from 'ink';
import { usePalette } from '../palette.js';
import { treeLines } from './lines.js';
import { headLines, type TreeState } from './reducer.js';

export function Tree({ state }: { state: TreeState }) {
  const { paint, inverse } = usePalette();
  const head = headLines(state);
  if (head.length === 0) return <Text>{paint('dim', '  computing …')}</Text>;
  return (
    <Box flexDirection="column">
      {head.map((text, i) => (
        <Text key={i} wrap="truncate">
          {paint('bold', text)}
        </Text>
      ))}
      <Text> </Text>
      {treeLines(state, paint).map(({ key, line, current }) => (
        <Text key={key} wrap="truncate">
          {current ? inverse(line) : line}
        </Text>
      ))}
    </Box>
  );
}
