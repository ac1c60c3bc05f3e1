import { isIp } from '../../model/ip.js';

/** The fields of an ext_authz provider that istiod checks when it builds the filter. */
export interface ExtAuthzSettings {
  service?: string;
  port?: number;
  failOpen?: boolean;
  statusOnError?: string;
  pathPrefix?: string;
  includeRequestHeadersInCheck?: string[];
  includeHeadersInCheck?: string[];
  headersToUpstreamOnAllow?: string[];
  headersToDownstreamOnDeny?: string[];
  headersToDownstreamOnAllow?: string[];
}

/** A field of the provider that istiod does not take, and what it says. */
export interface ProviderFault {
  path: string;
  message: string;
}

/**
 * What is wrong with a provider's own fields. istiod loads the mesh config all the same and fails where the provider is used.
 * istiod 1.28 pkg/config/validation/agent/extensionprovider.go, pilot/pkg/security/authz/builder/extauthz.go: buildExtAuthzHTTP
 */
export function faultsOf(settings: ExtAuthzSettings, api: 'grpc' | 'http'): ProviderFault[] {
  const faults = [portFault(settings.port ?? 0), serviceFault(settings.service ?? ''), statusFault(settings)];
  if (api === 'http') faults.push(prefixFault(settings.pathPrefix ?? ''), ...wildcardFaults(settings));
  return faults.filter((fault) => fault !== undefined);
}

function portFault(port: number): ProviderFault | undefined {
  if (port >= 1 && port <= 65535) return undefined;
  return { path: 'port', message: `port number ${port} must be in the range 1..65535` };
}

const LABEL = /^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?$/;
const WILDCARD_LABEL = /^(\*|(\*-?)?[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])?)$/;

function serviceFault(service: string): ProviderFault | undefined {
  const fault = (message: string) => ({ path: 'service', message });
  if (service === '') return fault('service must not be empty');
  const slash = service.indexOf('/');
  if (slash < 0) {
    return isDomain(service, LABEL) || isIp(service) ? undefined : fault(`invalid service fmt ${service}`);
  }
  const namespace = service.slice(0, slash);
  const host = service.slice(slash + 1);
  if (!['*', '.', '~'].includes(namespace) && !isLabel(namespace, LABEL)) {
    return fault(`invalid namespace value "${namespace}"`);
  }
  if (host !== '*' && !host.includes('.')) return fault('short names (non FQDN) are not allowed');
  if (!isDomain(host, WILDCARD_LABEL)) return fault(`domain name "${host}" invalid`);
  if (host.includes('*') && host !== '*' && !host.startsWith('*.')) {
    return fault(`partial wildcard "${host}" not allowed`);
  }
  return undefined;
}

/** Labels separated by dots, the last not a number; a dot may close the name. `first` is what the first label may be. */
function isDomain(name: string, first: RegExp): boolean {
  if (name.length === 0 || name.length > 255) return false;
  const labels = name.split('.');
  if (labels.length > 1 && labels.at(-1) === '') labels.pop();
  else if (/^[-+]?\d+$/.test(labels.at(-1)!)) return false;
  return labels.every((label, i) => isLabel(label, i === 0 ? first : LABEL));
}

function isLabel(text: string, form: RegExp): boolean {
  return text.length <= 63 && form.test(text);
}

/** Every code that Envoy's enum of HTTP statuses has. */
const STATUSES = new Set([
  ...[0, 100, 200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 300, 301, 302, 303, 304, 305, 307, 308],
  ...[400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417],
  ...[421, 422, 423, 424, 426, 428, 429, 431, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511],
]);

function statusFault({ statusOnError = '' }: ExtAuthzSettings): ProviderFault | undefined {
  if (statusOnError === '') return undefined;
  const path = 'statusOnError';
  if (!/^[-+]?\d+$/.test(statusOnError)) return { path, message: `invalid statusOnError value ${statusOnError}` };
  if (STATUSES.has(Number(statusOnError))) return undefined;
  return { path, message: `unsupported statusOnError value ${statusOnError}` };
}

function prefixFault(prefix: string): ProviderFault | undefined {
  if (prefix === '' || prefix.startsWith('/')) return undefined;
  return { path: 'pathPrefix', message: `pathPrefix should begin with \`/\` but found "${prefix}"` };
}

function wildcardFaults(settings: ExtAuthzSettings): ProviderFault[] {
  const lists = [
    'includeRequestHeadersInCheck',
    'includeHeadersInCheck',
    'headersToDownstreamOnDeny',
    'headersToDownstreamOnAllow',
    'headersToUpstreamOnAllow',
  ] as const;
  return lists
    .filter((path) => settings[path]?.includes('*'))
    .map((path) => ({
      path,
      message: `a single wildcard ("*") is not supported, change it to either prefix or suffix match: ${path}`,
    }));
}

/** istiod 1.30 pilot/pkg/security/authz/builder/extauthz.go: validateProviderName */
export function nameFault(name: string): ProviderFault | undefined {
  const fault = (why: string) => ({ path: 'name', message: `invalid provider name "${name}": ${why}` });
  if (name.length > 63) return fault(`provider name too long (max 63 characters): ${name.length}`);
  const bad = /[^a-z0-9-]/.exec(name);
  if (bad) {
    const upper = /[A-Z]/.test(bad[0]);
    const what = upper
      ? `uppercase letters not allowed (use lowercase): character '${bad[0]}'`
      : `invalid character '${bad[0]}'`;
    const rule = upper ? '' : ' (only lowercase letters, digits, and hyphens allowed)';
    return fault(`${what} at position ${bad.index}${rule}`);
  }
  if (name.startsWith('-') || name.endsWith('-')) return fault('provider name cannot start or end with hyphen');
  return undefined;
}
