import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, guarded, stop } from './guarded.js';
import { built } from './programs.js';

export interface ApiServer {
  url: string;
  /** PEM of the authority that signed the server's certificate, made at this start. */
  ca: string;
  adminToken: string;
  /** Removed when the server stops. */
  directory: string;
  stop: () => Promise<void>;
}

const STARTS_WITHIN_MS = 120_000;

/** kube-apiserver with RBAC on, over an empty etcd of its own, both on loopback. */
export async function startApiServer(): Promise<ApiServer> {
  const program = await built('kube-apiserver');
  const shm = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const etcdDirectory = mkdtempSync(join(shm, 'mesh-registry-etcd-'));
  const directory = mkdtempSync(join(tmpdir(), 'mesh-registry-live-'));
  const [clientPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
  const etcdUrl = `http://127.0.0.1:${String(clientPort)}`;
  const etcd = guarded(etcdDirectory, 'etcd', etcdFlags(etcdDirectory, etcdUrl, peerPort));
  const adminToken = randomBytes(16).toString('hex');
  const api = guarded(directory, program, apiFlags(directory, etcdUrl, port, adminToken));
  const server: ApiServer = {
    url: `https://127.0.0.1:${String(port)}`,
    ca: '',
    adminToken,
    directory,
    stop: async () => {
      await stop(api);
      await stop(etcd);
    },
  };
  try {
    await ready(server, join(directory, 'apiserver.crt'));
    return server;
  } catch (error) {
    const log = join(directory, 'kube-apiserver-1.34.4.log');
    if (existsSync(log)) process.stderr.write(readFileSync(log, 'utf8').slice(-4000));
    await server.stop();
    throw error;
  }
}

function etcdFlags(directory: string, url: string, peerPort: number): string[] {
  const peer = `http://127.0.0.1:${String(peerPort)}`;
  return [
    `--data-dir=${join(directory, 'data')}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
}

function apiFlags(directory: string, etcd: string, port: number, adminToken: string): string[] {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text, { mode: 0o600 });
    return join(directory, name);
  };
  return [
    `--etcd-servers=${etcd}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${String(port)}`,
    // Without certificate flags the server makes an authority and a certificate, and writes both.
    `--cert-dir=${directory}`,
    '--authorization-mode=RBAC',
    `--token-auth-file=${file('tokens.csv', `${adminToken},admin,admin,"system:masters"\n`)}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${file('sa.pub', publicKey)}`,
    `--service-account-signing-key-file=${file('sa.key', privateKey)}`,
    '--service-cluster-ip-range=10.96.0.0/16',
    '--disable-admission-plugins=ServiceAccount',
    '--endpoint-reconciler-type=none',
  ];
}

async function ready(server: ApiServer, certificate: string): Promise<void> {
  for (const start = Date.now(); Date.now() - start < STARTS_WITHIN_MS; await sleep(200)) {
    if (!existsSync(certificate)) continue;
    server.ca = readFileSync(certificate, 'utf8');
    if (server.ca.includes('END CERTIFICATE') && (await isReady(server))) return;
  }
  throw new Error('kube-apiserver is not ready');
}

function isReady({ url, ca, adminToken }: ApiServer): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(`${url}/readyz`, { ca, headers: { Authorization: `Bearer ${adminToken}` } }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.on('error', () => {
      resolve(false);
    });
    sent.end();
  });
}
