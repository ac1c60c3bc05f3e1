import { KEPT_VARIABLES } from '../../model/istiod-environment.js';
import { metadataVariable, PORT_VARIABLES, PROXY_METADATA } from '../../model/proxy-metadata.js';
import { all, pick, type Keep } from './pick.js';

interface Variable {
  name?: unknown;
  value?: unknown;
  valueFrom?: unknown;
}

const OF_PROXIES = new Set([...PROXY_METADATA.map(metadataVariable), 'PROXY_CONFIG', ...PORT_VARIABLES]);
const PORTS: Keep = [all('name', 'containerPort', 'protocol')];

/** Applications: the names of ports alone, and whether they keep running as native sidecars. */
const APPLICATION: Keep = { name: true, ports: PORTS, restartPolicy: true };

const PROXY: Keep = {
  ...{ name: true, image: true, ports: PORTS, restartPolicy: true },
  args: (args) => (Array.isArray(args) ? args.slice(0, 2) : args),
  env: (env) => variables(env, OF_PROXIES).map(withProxyConfig),
};

const ISTIOD: Keep = {
  ...{ name: true, image: true, ports: PORTS },
  args: (args) => (Array.isArray(args) ? args.filter(isDomain) : args),
  env: (env) => variables(env, KEPT_VARIABLES),
  envFrom: [{ prefix: true, configMapRef: all('name'), secretRef: all('name') }],
};

const BY_NAME: Record<string, Keep> = { 'istio-proxy': PROXY, ztunnel: PROXY, discovery: ISTIOD };

/** A container with what tells of the proxy or the istiod in it; no other environment, arguments or images. */
export function redactContainer(container: unknown): unknown {
  const name = (container as { name?: unknown } | null)?.name;
  return pick(container, (typeof name === 'string' && BY_NAME[name]) || APPLICATION);
}

function variables(env: unknown, known: ReadonlySet<string>): Variable[] {
  if (!Array.isArray(env)) return [];
  // Of others only that their value cannot be known is told, as for the reader of the live object.
  return (env as Variable[]).flatMap((variable) => {
    if (known.has(String(variable?.name)))
      return [pick(variable, { name: true, value: true, valueFrom: SOURCE }) as Variable];
    return variable?.valueFrom ? [pick(variable, { name: true, valueFrom: SOURCE }) as Variable] : [];
  });
}

/** Where a value comes from, not what it is. */
const SOURCE: Keep = {
  configMapKeyRef: all('name', 'key', 'optional'),
  secretKeyRef: all('name', 'key'),
  fieldRef: all('fieldPath'),
  resourceFieldRef: () => ({}),
};

function isDomain(arg: unknown, index: number, args: unknown[]): boolean {
  if (typeof arg !== 'string') return false;
  return arg === 'discovery' || arg === '--domain' || arg.startsWith('--domain=') || args[index - 1] === '--domain';
}

const PROXY_CONFIG: Keep = { discoveryAddress: true, proxyMetadata: all(...PROXY_METADATA.map(metadataVariable)) };

function withProxyConfig(variable: Variable): Variable {
  if (variable.name !== 'PROXY_CONFIG' || typeof variable.value !== 'string') return variable;
  try {
    return { ...variable, value: JSON.stringify(pick(JSON.parse(variable.value), PROXY_CONFIG)) };
  } catch {
    return { ...variable, value: '' };
  }
}
