import { featuresOf, NEWEST_KNOWN } from '../../model/features.js';

/** What identifies an istiod, besides its features. */
const IDENTITY = ['REVISION', 'SHARED_MESH_CONFIG', 'CLUSTER_ID', 'POD_NAMESPACE'];

/** The variables of istiod's environment that decide answers: those that the features are read from. */
export function knownVariables(): ReadonlySet<string> {
  const asked = new Set(IDENTITY);
  const environment = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  featuresOf(NEWEST_KNOWN, environment);
  return asked;
}
