import { ReadError } from '../read-error.js';
import type { ApiFailure } from './api-failure.js';
import type { Connection } from './connection.js';
import { credentialTimes } from './credential-times.js';

/** The one error for a server that answers nothing of use. */
export function explainFailure(failure: ApiFailure, { cluster, user, context }: Connection): ReadError {
  const { status, code = '' } = failure.details;
  const cause = { cause: failure };
  const { server } = cluster;
  const text = failure.message.replace(/\.$/, '');
  if (status === 401) {
    const who = user ? `user ${user.name}` : 'nobody: the context names no user';
    const why = user && credentialTimes(user, new Date());
    const hint = `${why ?? 'A token may have expired: log in again.'} ${SAME_CREDENTIALS}`;
    return new ReadError(`${server} refused the credentials of ${who} (401: ${text}).`, hint, cause);
  }
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER/.test(code)) {
    return new ReadError(`The certificate of ${server} is not trusted: ${text}.`, CERTIFICATE_HINT, cause);
  }
  if (code !== '') {
    const hint = `Is context ${context} the right one, the cluster running, the VPN up?`;
    return new ReadError(`Cannot reach the API server ${server}: ${text}.`, hint, cause);
  }
  return new ReadError(`The API server ${server} could not be read: ${text}.`, undefined, cause);
}

const SAME_CREDENTIALS = '`kubectl get namespaces` uses the same credentials.';
const CERTIFICATE_HINT =
  'Does certificate-authority-data of the kubeconfig belong to this cluster? Is a proxy in between?';
