import { apiGroup, type Resource } from '../../../model/resource.js';
import type { Gap } from '../../../model/snapshot.js';
import { KINDS, kindInfo, resourceName } from '../../kinds.js';
import { bugReport } from './bug-report.js';
import { clusterInfo } from './cluster-info.js';

/** What a dump of a cluster does not hold of the kinds that decide answers; none for files that are no such dump. */
export function dumpGaps(paths: readonly string[], resources: readonly Resource[]): Gap[] {
  const dump = bugReport(paths) ?? clusterInfo(paths);
  if (!dump) return [];
  const objects = resources.filter((resource) => kindInfo(apiGroup(resource), resource.kind) !== undefined);
  return KINDS.flatMap((info): Gap[] => {
    const ofGroup = objects.filter((object) => object.kind !== info.kind || apiGroup(object) === info.group);
    const holds = dump.holds(info, ofGroup);
    if (holds === true) return [];
    const gap: Gap = {
      cause: 'failed',
      verb: 'list',
      resource: resourceName(info),
      kind: info.kind,
      message: holds === false ? `${dump.tool} wrote none` : `${dump.tool} wrote those of some namespaces only`,
    };
    return [holds === false ? gap : { ...gap, readNamespaces: [...holds.namespaces] }];
  });
}
