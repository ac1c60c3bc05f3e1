import { ApiFailure } from './api-failure.js';
import type { GetJson } from './get-json.js';

/** What kubectl prints of a list, and nothing of the objects: without `includeObject=None` metadata would come, and with it the copy of the whole Secret that `kubectl apply` leaves there. */
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';

/** As `istioctl create-remote-secret` names them: the rest is istiod's name for the cluster. */
const PREFIX = 'istio-remote-secret-';

export interface RemoteSecrets {
  /** Names of clusters, as the Secrets' own names tell them. */
  names: string[];
  /** Secrets whose names do not tell: written by hand, or for several clusters. */
  unnamed: string[];
}

/** Which remote clusters istiod reads, by the names of their Secrets; undefined where they may not be listed. No Secret is read. */
export async function remoteSecrets(get: GetJson, namespace: string): Promise<RemoteSecrets | undefined> {
  const query = new URLSearchParams({ labelSelector: 'istio/multiCluster=true', includeObject: 'None' });
  try {
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets?${query.toString()}`;
    return fromTable(await get(path, { accept: TABLE }));
  } catch (error) {
    if (error instanceof ApiFailure && error.status !== 401) return undefined;
    throw error;
  }
}

interface Table {
  kind?: string;
  columnDefinitions?: { name?: string }[];
  rows?: { cells?: unknown[] }[] | null;
}

function fromTable({ kind, columnDefinitions = [], rows }: Table): RemoteSecrets | undefined {
  const column = (name: string) => columnDefinitions.findIndex((one) => one.name === name);
  const [name, data] = [column('Name'), column('Data')];
  if (kind !== 'Table' || name < 0 || data < 0) return undefined;
  const secrets: RemoteSecrets = { names: [], unnamed: [] };
  for (const { cells = [] } of rows ?? []) {
    const text = String(cells[name]);
    const tells = text.startsWith(PREFIX) && String(cells[data]) === '1';
    if (tells) secrets.names.push(text.slice(PREFIX.length));
    else secrets.unnamed.push(text);
  }
  return secrets;
}
