import { Pager } from '../../pager/Pager.js';
import type { PagerState } from '../../pager/reducer.js';

export function Ground({ state }: { state: PagerState }) {
  return <Pager state={state} />;
}
