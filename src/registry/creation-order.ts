import type { Resource } from '../model/resource.js';
import { createdAt } from '../model/resource.js';
import type { Service } from '../model/service.js';

/** Byte order, as Go compares strings; names of Kubernetes objects and hosts are ASCII. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Oldest first; then name, then namespace. istiod 1.28 pilot/pkg/model/push_context.go: SortServicesByCreationTime */
export function byCreation(a: Service, b: Service): number {
  return a.created - b.created || compareText(a.name, b.name) || compareText(a.namespace, b.namespace);
}

/** The same for configuration objects. istiod 1.28 pilot/pkg/model/config.go: sortConfigByCreationTime */
export function byObjectCreation(a: Resource, b: Resource): number {
  return (
    createdAt(a) - createdAt(b) ||
    compareText(a.metadata.name, b.metadata.name) ||
    compareText(a.metadata.namespace ?? '', b.metadata.namespace ?? '')
  );
}
