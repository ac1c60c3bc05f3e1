import type { Paint } from '../../output/paint.js';
import { fit } from '../width.js';
import type { Flat } from './flatten.js';
import { treeHeight, type TreeState } from './reducer.js';

export interface TreeLine {
  key: string;
  line: string;
  current: boolean;
}

/** The tree as lines for the screen, those in the window. */
export function treeLines(state: TreeState, paint: Paint): TreeLine[] {
  const { flat, top, cursor, width } = state;
  const bottom = top + treeHeight(state);
  return flat.flatMap((one, position) =>
    one.start + one.lines.length <= top || one.start >= bottom
      ? []
      : itemLines(one, position === cursor, width, paint).filter(
          (_, i) => one.start + i >= top && one.start + i < bottom,
        ),
  );
}

function itemLines({ item, depth, open, lines }: Flat, current: boolean, width: number, paint: Paint): TreeLine[] {
  const { id, sign, style, children } = item;
  const indent = '  '.repeat(depth);
  const expander = children ? (open ? '▾' : '▸') : ' ';
  return lines.map((text, i) => {
    const first = i === 0;
    const before = `${current && first ? '>' : ' '} ${indent}${first ? expander : ' '} `;
    const mark = first ? (sign?.text ?? ' ') : ' ';
    const space = width - before.length - 2;
    if (current) return { key: `${id}-${i}`, current, line: `${before}${mark} ${fit(text, space)}` };
    const shown = fit(text, space);
    return {
      key: `${id}-${i}`,
      current,
      line: `${before}${sign && first ? paint(sign.style, mark) : mark} ${style ? paint(style, shown) : shown}`,
    };
  });
}
