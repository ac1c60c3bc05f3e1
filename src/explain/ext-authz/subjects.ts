import type { Proxy } from '../../model/proxy.js';
import { handWrittenFilters } from '../../xds/ext-authz/hand-written.js';
import type { Mesh } from '../../xds/mesh.js';
import { listenerPatches } from '../../xds/envoy-filters/references.js';
import type { Scope } from '../../scope/scope.js';
import { ProxyExplainer } from '../explain.js';
import type { Explanation } from '../explanation.js';
import { relevantGaps } from '../gaps.js';
import type { Subject } from './subject.js';

/**
 * Proxies of one mesh, of which only the clusters are built that providers and hand-written filters name. A whole run is
 * made where such a cluster is missing, once for proxies of one scope.
 */
export class Subjects {
  readonly #mesh: Mesh;
  readonly #hosts: ReadonlySet<string>;
  readonly #explained = new Map<Scope, Map<string, Explanation>>();

  constructor(mesh: Mesh) {
    this.#mesh = mesh;
    const { world } = mesh;
    this.#hosts = new Set([
      ...[...world.providers.values()].flatMap(({ lookup }) => ('error' in lookup ? [] : [lookup.host])),
      ...world.providerReferences.flatMap(({ lookup }) => ('error' in lookup ? [] : [lookup.host])),
    ]);
  }

  of(proxy: Proxy): Subject {
    const mesh = this.#mesh;
    let points = mesh.worlds[0]!.points.length;
    const pick = (options: number) => {
      if (options > 1) points++;
      return 0;
    };
    const config = mesh.world.configOf(proxy, { pick }, undefined, this.#hostsOf(proxy));
    const uncertain = points > 0 || mesh.worlds.length > 1 || relevantGaps(mesh, proxy).length > 0;
    let explainer: ProxyExplainer | undefined;
    const explain: Subject['explain'] = (...asked) => {
      const found = this.#explained.get(config.scope) ?? new Map<string, Explanation>();
      this.#explained.set(config.scope, found);
      const key = JSON.stringify([proxy.type, proxy.type === 'router' && proxy.labels, ...asked]);
      const known = found.get(key);
      if (known) return known;
      explainer ??= new ProxyExplainer(mesh, proxy);
      const answer = explainer.explain(...asked);
      found.set(key, answer);
      return answer;
    };
    return { mesh, config, uncertain, explain };
  }

  #hostsOf(proxy: Proxy): ReadonlySet<string> {
    const written = handWrittenFilters(listenerPatches(this.#mesh.patchesFor(proxy), proxy.type));
    if (written.length === 0) return this.#hosts;
    return new Set([...this.#hosts, ...written.flatMap(({ cluster }) => cluster.split('|')[3] ?? [])]);
  }
}
