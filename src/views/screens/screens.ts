import { shortWorkload, type Place, type ScreenName } from '../place.js';
import * as ground from './ground/reducer.js';
import { KEYS as GROUND_KEYS } from './ground/keymap.js';
import { Ground } from './ground/Screen.js';
import * as hosts from './hosts/reducer.js';
import { KEYS as HOST_KEYS } from './hosts/keymap.js';
import { Hosts } from './hosts/Screen.js';
import * as namespaces from './namespaces/reducer.js';
import { KEYS as NAMESPACE_KEYS } from './namespaces/keymap.js';
import { Namespaces } from './namespaces/Screen.js';
import * as resource from './resource/reducer.js';
import { KEYS as RESOURCE_KEYS } from './resource/keymap.js';
import { Resource } from './resource/Screen.js';
import type { ScreenModule, ScreenState } from './screen.js';
import * as walk from './walk/reducer.js';
import { KEYS as WALK_KEYS } from './walk/keymap.js';
import { Walk } from './walk/Screen.js';
import * as who from './who/reducer.js';
import { KEYS as WHO_KEYS } from './who/keymap.js';
import { Who } from './who/Screen.js';
import * as workloads from './workloads/reducer.js';
import { KEYS as WORKLOAD_KEYS } from './workloads/keymap.js';
import { Workloads } from './workloads/Screen.js';

type Modules = { [N in ScreenName]: ScreenModule };

/** A place always comes with the state that its own screen opened, so the types may be widened here. */
function module<S extends ScreenState, N extends ScreenName>(one: ScreenModule<S, N>): ScreenModule {
  return one as unknown as ScreenModule;
}

export const SCREENS: Modules = {
  namespaces: module({
    ...namespaces,
    names: ['namespaces', 'ns'],
    keys: NAMESPACE_KEYS,
    filters: true,
    crumb: () => 'namespaces',
    Screen: Namespaces,
  }),
  workloads: module<ReturnType<typeof workloads.open>, 'workloads'>({
    ...workloads,
    names: ['workloads', 'wl', 'pods', 'deploy'],
    keys: WORKLOAD_KEYS,
    filters: true,
    crumb: ({ namespace }) => namespace ?? 'all',
    Screen: Workloads,
  }),
  hosts: module<ReturnType<typeof hosts.open>, 'hosts'>({
    ...hosts,
    names: ['hosts'],
    keys: HOST_KEYS,
    filters: true,
    crumb: ({ workload }) => shortWorkload(workload),
    Screen: Hosts,
  }),
  walk: module<ReturnType<typeof walk.open>, 'walk'>({
    ...walk,
    names: [],
    keys: WALK_KEYS,
    filters: false,
    crumb: ({ host }) => host,
    Screen: Walk,
  }),
  resource: module<ReturnType<typeof resource.open>, 'resource'>({
    ...resource,
    names: [],
    keys: RESOURCE_KEYS,
    filters: true,
    crumb: ({ ref }) => `${ref.kind}/${ref.name}`,
    Screen: Resource,
  }),
  who: module<ReturnType<typeof who.open>, 'who'>({
    ...who,
    names: ['who'],
    keys: WHO_KEYS,
    filters: true,
    crumb: ({ host }) => `who sees ${host}`,
    Screen: Who,
  }),
  ground: module({
    ...ground,
    names: ['ground', 'gaps'],
    keys: GROUND_KEYS,
    filters: true,
    crumb: () => 'ground',
    Screen: Ground,
  }),
};

export function moduleOf(place: Place): ScreenModule {
  return SCREENS[place.screen];
}
