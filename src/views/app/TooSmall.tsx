import { Text } from 'ink';
import { SMALLEST, type Size } from '../size.js';

export function TooSmall({ size }: { size: Size }) {
  return (
    <Text>
      {`The terminal is ${size.columns}×${size.rows}; this view needs ${SMALLEST.columns}×${SMALLEST.rows}. Enlarge it, or press q to quit.`}
    </Text>
  );
}
