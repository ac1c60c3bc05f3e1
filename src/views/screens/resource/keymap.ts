import type { Binding } from '../../key.js';
import { PAGER_KEYS } from '../../pager/keymap.js';
import type { ScreenAction } from '../screen.js';

export const KEYS: readonly Binding<ScreenAction>[] = PAGER_KEYS;
