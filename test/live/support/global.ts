import { startApiServer, type ApiServer } from './api-server.js';
import { kubectlProgram } from './programs.js';
import { installCrds } from './crds.js';
import { adminApi } from './admin-api.js';
import { writeKubeconfig } from './kubeconfig.js';

/** What every live test works with; set before the first of them runs. */
export interface Live {
  server: ApiServer;
  kubectl: string;
  /** Of the administrator, with context `live`. */
  kubeconfig: string;
}

let live: Live | undefined;

export function liveServer(): Live {
  if (!live) throw new Error('the API server was not started');
  return live;
}

export async function mochaGlobalSetup(): Promise<void> {
  const [server, kubectl] = [await startApiServer(), await kubectlProgram()];
  try {
    live = { server, kubectl, kubeconfig: writeKubeconfig(server, { name: 'live', token: server.adminToken }) };
    await installCrds(adminApi(server));
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export async function mochaGlobalTeardown(): Promise<void> {
  await live?.server.stop();
}
