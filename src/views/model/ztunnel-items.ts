import type { ZtunnelService } from '../../explain/explanation.js';
import { ztunnelSentence } from '../../output/ztunnel-text.js';
import type { Item } from './item.js';
import { fieldItem, SIGNS, type Locate } from './items.js';

/** What ztunnel does with requests to each service of a host. */
export function ztunnelItems(services: readonly ZtunnelService[], locate: Locate): Item[] {
  return services.map((service, i) => {
    const { source, waypoint, known, by, reason } = service;
    const field = reason?.by ?? by;
    return {
      id: `ztunnel-${i}`,
      sign: SIGNS[waypoint !== undefined ? 'passed' : known ? 'not-reached' : 'failed'],
      text: `${source.kind} ${source.namespace}/${source.name}  ${ztunnelSentence(service)}`,
      ref: field ?? source,
      open: true,
      children: [
        fieldItem(`ztunnel-${i}-object`, source, locate),
        ...(field ? [fieldItem(`ztunnel-${i}-by`, field, locate)] : []),
      ],
    };
  });
}
