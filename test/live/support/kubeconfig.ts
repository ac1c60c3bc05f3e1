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
export function writeKubeconfig(server: ApiServer, access: Access): string {
  return writeKubeconfigOf([[server, access]]);
}

/** A kubeconfig file of a context for each server, the first being the current one; gives its path. */
export function writeKubeconfigOf(all: readonly [ApiServer, Access][]): string {
  const [[first, { name: current }]] = all as [[ApiServer, Access]];
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': current,
    clusters: all.map(([server, { name, url = server.url, ca = server.ca }]) => {
      const authority = Buffer.from(ca).toString('base64');
      return { name, cluster: { server: url, 'certificate-authority-data': authority } };
    }),
    users: all.map(([, { name, token }]) => ({ name, user: { token } })),
    contexts: all.map(([, { name, namespace }]) => ({
      name,
      context: { cluster: name, user: name, ...(namespace && { namespace }) },
    })),
  };
  const path = join(first.directory, `${all.map(([, { name }]) => name).join('-')}.kubeconfig`);
  writeFileSync(path, JSON.stringify(config));
  return path;
}
