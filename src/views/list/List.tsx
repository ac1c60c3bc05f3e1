import { Box, Text } from 'ink';
import { usePalette } from '../palette.js';
import type { Size } from '../size.js';
import type { Column } from './columns.js';
import { listLines } from './lines.js';
import type { ListState } from './reducer.js';

/** One text for each row: a box for each cell costs twice as much. */
export function List({ state, columns, size }: { state: ListState; columns: readonly Column[]; size: Size }) {
  const { paint, inverse } = usePalette();
  const { header, rows } = listLines(state, columns, size.columns, paint);
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">{paint('bold', header)}</Text>
      {rows.map(({ key, line, current }) => (
        <Text key={key} wrap="truncate">
          {current ? inverse(line) : line}
        </Text>
      ))}
      {rows.length === 0 && <Text wrap="truncate">{paint('dim', emptyText(state))}</Text>}
    </Box>
  );
}

function emptyText({ rows, filter, problems, pending, empty }: ListState): string {
  if (pending === undefined) return '  computing …';
  if (rows.length === 0) return `  ${empty ?? 'There is none.'}`;
  if (problems) return `  No problem among ${rows.length}. ctrl-z shows all.`;
  return `  Nothing matches /${filter}. esc clears the filter.`;
}
