import type { Cluster, User } from '@kubernetes/client-node';

interface ExecPlugin {
  apiVersion?: string;
  env?: { name: string; value: string }[] | null;
  provideClusterInfo?: boolean;
}

/** A user whose credential plugin finds KUBERNETES_EXEC_INFO set, as kubectl sets it; some plugins fail without. */
export function execInfo(user: User, cluster: Cluster): User {
  const exec = user.exec as ExecPlugin | null | undefined;
  if (!exec) return user;
  const value = JSON.stringify({
    kind: 'ExecCredential',
    apiVersion: exec.apiVersion ?? 'client.authentication.k8s.io/v1',
    spec: { interactive: false, ...(exec.provideClusterInfo && { cluster: clusterInfo(cluster) }) },
  });
  return { ...user, exec: { ...exec, env: [...(exec.env ?? []), { name: 'KUBERNETES_EXEC_INFO', value }] } };
}

function clusterInfo({ server, tlsServerName, skipTLSVerify, caData, proxyUrl }: Cluster): Record<string, unknown> {
  return {
    server,
    'tls-server-name': tlsServerName,
    'insecure-skip-tls-verify': skipTLSVerify || undefined,
    'certificate-authority-data': caData,
    'proxy-url': proxyUrl,
  };
}
