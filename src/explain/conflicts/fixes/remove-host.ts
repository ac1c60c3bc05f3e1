import type { ServiceEntry } from '../../../model/istio.js';
import type { Resource } from '../../../model/resource.js';
import type { ObjectChange } from '../../fixes/change.js';
import { nameOf } from '../claims.js';

/** Takes a host out of a ServiceEntry; the whole entry where it is the only one. */
export function removeHost(object: Resource, host: string): ObjectChange {
  const { spec } = object as ServiceEntry;
  const hosts = (spec?.hosts ?? []).filter((other) => other !== host);
  if (hosts.length === 0) return { summary: `remove ${nameOf(object)}`, before: object };
  return {
    summary: `remove ${host} from ${nameOf(object)}, spec.hosts`,
    before: object,
    after: { ...object, spec: { ...spec, hosts } },
  };
}
