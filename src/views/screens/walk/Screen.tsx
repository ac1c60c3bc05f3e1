import { Tree } from '../../tree/Tree.js';
import type { TreeState } from '../../tree/reducer.js';

export function Walk({ state }: { state: TreeState }) {
  return <Tree state={state} />;
}
