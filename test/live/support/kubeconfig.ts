import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiServer } from './api-server.js';

export interface Access {
  /** Of the context, the cluster, the user and the file. */
  name: string;
  token: string;
  namespace?: string;
  /** Another address than the server's own, such as a proxy's. */
  url?: string;
  /** PEM; the server's own unless given. */
  ca?: string;
}

/** A kubeconfig file of one context; gives its path. */
export function writeKubeconfig(server: ApiServer, { name, token, namespace, url, ca }: Access): string {
  const authority = Buffer.from(ca ?? server.ca).toString('base64');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server: url ?? server.url, 'certificate-authority-data': authority } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name, ...(namespace && { namespace }) } }],
  };
  const path = join(server.directory, `${name}.kubeconfig`);
  writeFileSync(path, JSON.stringify(config));
  return path;
}
