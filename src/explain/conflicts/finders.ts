import type { ConflictFinder } from './context.js';
import { ambiguousProvider } from './kinds/ambiguous-provider.js';
import { differsBetweenClusters } from './kinds/differs-between-clusters.js';
import { entriesOfNamespaces } from './kinds/entries-of-namespaces.js';
import { entriesOfOneNamespace } from './kinds/entries-of-one-namespace.js';
import { entryOnServiceName } from './kinds/entry-on-service-name.js';
import { protocolsOnPort } from './kinds/protocols-on-port.js';
import { routesForOneHost } from './kinds/routes-for-one-host.js';
import { rulesForOneHost } from './kinds/rules-for-one-host.js';
import { sameAddress } from './kinds/same-address.js';
import { serviceAndEntry } from './kinds/service-and-entry.js';
import { sidecarsOfOneWorkload } from './kinds/sidecars-of-one-workload.js';
import { sidecarsWithoutSelector } from './kinds/sidecars-without-selector.js';
import { tcpTakesPort } from './kinds/tcp-takes-port.js';
import { wildcardCoversHost } from './kinds/wildcard-covers-host.js';

export const FINDERS: readonly ConflictFinder[] = [
  serviceAndEntry,
  differsBetweenClusters,
  entryOnServiceName,
  entriesOfNamespaces,
  entriesOfOneNamespace,
  wildcardCoversHost,
  sameAddress,
  tcpTakesPort,
  protocolsOnPort,
  sidecarsOfOneWorkload,
  sidecarsWithoutSelector,
  ambiguousProvider,
  rulesForOneHost,
  routesForOneHost,
];
