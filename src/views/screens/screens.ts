import { shortWorkload, type Place, type ScreenName } from '../place.js';
import { CONFLICTS } from './conflicts.js';
import { EXT_AUTHZ } from './ext-authz.js';
import { HOSTS } from './hosts.js';
import { NAMESPACES } from './namespaces.js';
import { pagerScreen } from './pager-screen.js';
import { PROBLEMS } from './problems.js';
import type { ScreenModule } from './screen.js';
import { treeScreen } from './tree-screen.js';
import { WHO } from './who.js';
import { WORKLOADS } from './workloads.js';

export const SCREENS: Record<ScreenName, ScreenModule> = {
  namespaces: NAMESPACES,
  workloads: WORKLOADS,
  hosts: HOSTS,
  walk: treeScreen<'walk'>({
    crumb: ({ host }) => host,
    leads: ({ workload, host }) => ({
      who: { screen: 'who', host },
      conflicts: { screen: 'conflicts', host },
      'ext-authz': { screen: 'policies', workload },
    }),
  }),
  resource: pagerScreen<'resource'>({ names: [], crumb: ({ ref }) => `${ref.kind}/${ref.name}` }),
  who: WHO,
  conflicts: CONFLICTS,
  conflict: treeScreen<'conflict'>({ crumb: ({ id }) => id, leads: () => ({}) }),
  'ext-authz': EXT_AUTHZ,
  policies: treeScreen<'policies'>({
    crumb: ({ workload }) => `ext_authz of ${shortWorkload(workload)}`,
    leads: () => ({}),
  }),
  problems: PROBLEMS,
  ground: pagerScreen<'ground'>({ names: ['ground', 'gaps'], crumb: () => 'ground' }),
};

export function moduleOf({ screen }: Place): ScreenModule {
  return SCREENS[screen];
}
