import { expect } from 'chai';
import nock from 'nock';
import { errorOf, fails } from './support/fails.js';
import { discovery, lists, readMesh, SERVER, status, useApi } from './support/api.js';

describe('sources: one error for a live API that cannot be used', () => {
  useApi();

  const all = (code: string, message: string): void => {
    nock(SERVER)
      .persist()
      .get(/.*/)
      .replyWithError(Object.assign(new Error(message), { code }));
  };

  it('when the server cannot be reached', async () => {
    all('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:6443');
    await fails(
      readMesh(),
      'Cannot reach the API server https://mesh.example:6443: connect ECONNREFUSED 10.0.0.1:6443.',
      'Is context mesh the right one, the cluster running, the VPN up?',
    );
  });

  it('when its certificate is not trusted', async () => {
    all('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate');
    await fails(readMesh(), 'The certificate of https://mesh.example:6443 is not trusted: self-signed certificate.');
  });

  it('when the token has expired', async () => {
    nock(SERVER).persist().get(/.*/).reply(401, status(401, 'Unauthorized'));
    await fails(
      readMesh(),
      'https://mesh.example:6443 refused the credentials of user dev (401: Unauthorized).',
      'A token may have expired: log in again. `kubectl get namespaces` uses the same credentials.',
    );
  });

  it('when the token expires in the middle', async () => {
    discovery();
    nock(SERVER).get('/api/v1/pods?limit=500').reply(401, status(401, 'Unauthorized'));
    lists();
    await fails(readMesh(), 'https://mesh.example:6443 refused the credentials of user dev (401: Unauthorized).');
  });

  it('when a web page answers', async () => {
    nock(SERVER).persist().get(/.*/).reply(200, '<html>', { 'content-type': 'text/html' });
    await fails(
      readMesh(),
      'The API server https://mesh.example:6443 could not be read: the server answered with a web page (text/html), not as a Kubernetes API: a login page or proxy may stand between.',
    );
  });

  it('when the credential plugin is missing', async () => {
    const error = await errorOf(readMesh({ context: ['broken-plugin'] }));
    expect(error.message).to.match(/^The credential plugin .*not-there\.sh failed: spawn .* ENOENT\.$/);
    expect(error).to.have.property('hint', 'Install the plugin.');
  });
});
