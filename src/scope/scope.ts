import type { EgressListener, Sidecar } from '../model/istio.js';
import type { Drop } from '../model/reason.js';
import type { FieldRef } from '../model/resource.js';
import type { Service } from '../model/service.js';
import type { ResolvedVirtualService } from './virtual-service.js';

/** What a proxy (or all proxies of a namespace) may reach, and in which listener. */
export interface Scope {
  /** The config namespace. */
  namespace: string;
  /** The Sidecar resource that narrows it, if any does. */
  sidecar?: Sidecar;
  listeners: readonly ListenerScope[];
  /** One service for each hostname, in istiod's order: the input of CDS. */
  services: readonly Service[];
  byHost: ServicesByHost;
  outboundMode: string;
  /** Whether the Sidecar itself sets the outbound policy. */
  ownOutboundPolicy: boolean;
}

/** The service that holds a hostname. */
export interface ServicesByHost {
  get(hostname: string): Service | undefined;
}

/** An egress listener: what it imports before hostnames are merged across listeners. Routes are built from these. */
export interface ListenerScope {
  index: number;
  egress: EgressListener | undefined;
  services: readonly Service[];
  virtualServices: readonly ResolvedVirtualService[];
}

/** How a service that was kept got in. */
export interface Entry {
  service: Service;
  listener: number;
  /** The egress host that imports it, or the route that names it. */
  by: FieldRef | undefined;
  via: 'egress' | 'virtual-service' | 'gateway' | 'waypoint';
}

/** Takes notes while a scope is computed; absent when nobody asks, so that mesh-wide runs pay nothing. */
export interface ScopeRecorder {
  drop(drop: Drop): void;
  enter(entry: Entry): void;
  /** What the namespace does not see is of no interest: by far the most that a run drops. */
  skipHidden?: boolean;
}
