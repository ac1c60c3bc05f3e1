import { Box, Text, useApp } from 'ink';
import { useEffect, useReducer } from 'react';
import type { EngineClient } from '../engine/client.js';
import { List } from '../list/List.js';
import { visibleRows } from '../list/reducer.js';
import { Pager } from '../pager/Pager.js';
import { usePalette } from '../palette.js';
import type { Place } from '../place.js';
import { moduleOf } from '../screens/screens.js';
import { isTooSmall, type Size } from '../size.js';
import { Tree } from '../tree/Tree.js';
import type { Terminal } from '../terminal/terminal.js';
import { footerLine, hints, titleLine } from './chrome.js';
import { Header } from './Header.js';
import { Help } from './Help.js';
import { reduceApp } from './reducer.js';
import { bodySize, initialState, topFrame, type AppState } from './state.js';
import { TooSmall } from './TooSmall.js';
import { wrap } from '../width.js';
import { useKeys } from './use-keys.js';
import { useTerminalSize } from './use-terminal-size.js';

/** How long a change stands out. */
const FLASH_MS = 1500;

export interface AppProps {
  engine: EngineClient;
  places: readonly Place[];
  terminal: Terminal;
  message?: string;
}

export function App({ engine, places, terminal, message }: AppProps) {
  const size = useTerminalSize(terminal);
  const [state, dispatch] = useReducer(reduceApp, undefined, () => initialState(places, size, message));
  const { exit } = useApp();
  const { id, place, screen } = topFrame(state);

  useKeys((key) => dispatch({ type: 'key', key }));
  useEffect(() => dispatch({ type: 'size', size }), [size]);
  useEffect(() => engine.onStatus((status) => dispatch({ type: 'status', status })), [engine]);
  useEffect(() => engine.watch(place, (answer) => dispatch({ type: 'engine', frame: id, message: answer })), [id]);
  useEffect(() => {
    if (state.quit) exit();
  }, [state.quit]);

  const looked = screen.kind === 'list' && screen.pending ? visibleRows(screen).map(({ key }) => key) : [];
  useEffect(() => {
    if (looked.length > 0) engine.look(looked);
  }, [looked.join('\n')]);

  const flashing = screen.kind === 'list' && screen.changed.size > 0;
  useEffect(() => {
    if (!flashing) return;
    // What changes meanwhile has a time of its own.
    const keys = screen.changed;
    setTimeout(() => dispatch({ type: 'calm', keys }), FLASH_MS).unref();
  }, [flashing && screen.changed]);

  return isTooSmall(state.size) ? <TooSmall size={state.size} /> : <Layout state={state} />;
}

function Layout({ state }: { state: AppState }) {
  const { paint } = usePalette();
  return (
    <Box flexDirection="column">
      <Header state={state} />
      {hints(state).map((line, i) => (
        <Text key={i} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
      <Text wrap="truncate">{paint('bold', titleLine(state))}</Text>
      <Body state={state} size={bodySize(state.size)} />
      <Text wrap="truncate">{footerLine(state, paint)}</Text>
    </Box>
  );
}

function Body({ state, size }: { state: AppState; size: Size }) {
  const { nothing } = topFrame(state);
  return (
    <Box flexDirection="column" height={size.rows} overflowY="hidden">
      {state.mode.kind === 'help' ? (
        <Help state={state} top={state.mode.top} />
      ) : nothing !== undefined ? (
        <Text>{['', ...wrap(nothing, size.columns - 4)].map((line) => `  ${line}`).join('\n')}</Text>
      ) : (
        <Screen state={state} size={size} />
      )}
    </Box>
  );
}

function Screen({ state, size }: { state: AppState; size: Size }) {
  const { place, screen } = topFrame(state);
  switch (screen.kind) {
    case 'list':
      return <List state={screen} columns={moduleOf(place).columns ?? []} size={size} />;
    case 'tree':
      return <Tree state={screen} />;
    case 'pager':
      return <Pager state={screen} />;
  }
}
