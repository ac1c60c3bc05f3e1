import type { FieldRef } from '../model/resource.js';
import { fieldOf } from '../model/resource.js';
import { originalOf, type Service } from '../model/service.js';
import { exportPath } from './export-to.js';
import type { VisibleServices } from './visible-services.js';

/** Why istiod comes across one service before another: the field that decides, and the rule as a clause. */
export interface Precedence {
  by: FieldRef;
  rule: string;
}

export type Precedes = (first: Service, second: Service) => Precedence;

const CLASSES = ['private to this namespace', 'exported to this namespace by name', 'public'];

/**
 * What is exported to the namespace alone or by name goes before what is public; then the older; then names.
 * istiod 1.28 pilot/pkg/model/push_context.go: servicesExportedToNamespace, SortServicesByCreationTime
 */
export function precedenceIn(namespace: string, visible: VisibleServices): Precedes {
  return (first, second) => {
    const [own, other] = [visible.classOf(first, namespace), visible.classOf(second, namespace)];
    if (own >= other) return byAge(first, second);
    const rule = `it is ${CLASSES[own]}, the other is ${CLASSES[other]}`;
    return { by: fieldOf(originalOf(first).source, exportPath(first)), rule };
  };
}

/** The older, then the first name, then the first namespace. */
export function byAge(first: Service, second: Service): Precedence {
  const field = (path: string) => fieldOf(originalOf(first).source, path);
  if (first.created !== second.created) {
    const rule =
      first.created === 0
        ? 'it has no creation time, which counts as oldest'
        : `it is older (${stamp(first)}, the other ${stamp(second)})`;
    return { by: field('metadata.creationTimestamp'), rule };
  }
  const what = first.name === second.name ? 'namespace' : 'name';
  const rule = `both were created in the same second, and its ${what} is first in the alphabet`;
  return { by: field(`metadata.${what}`), rule };
}

function stamp({ created }: Service): string {
  return new Date(created * 1000).toISOString().replace('.000Z', 'Z');
}
