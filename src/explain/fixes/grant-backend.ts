import { GATEWAY_GROUP } from '../../model/gateway-api.js';
import { serviceText, type Service } from '../../model/service.js';
import type { Mesh } from '../../xds/mesh.js';
import type { ObjectChange } from './change.js';

/** Lets the first route that names a Service, and may not, name it. */
export function grantBackend(row: Service, { world }: Mesh): ObjectChange | undefined {
  const refusal = world.gatewayApi.refused.find(
    ({ host, reason }) => host === row.hostname && reason.code === 'backend-not-granted',
  );
  if (!refusal) return undefined;
  const { kind, metadata } = refusal.object;
  const { namespace: from = 'default' } = metadata;
  return {
    summary: `let ${kind}s of namespace ${from} name ${serviceText(row)}: a ReferenceGrant in namespace ${row.namespace}`,
    after: {
      apiVersion: `${GATEWAY_GROUP}/v1beta1`,
      kind: 'ReferenceGrant',
      metadata: { name: `${kind.toLowerCase()}s-of-${from}-to-${row.source.metadata.name}`, namespace: row.namespace },
      spec: {
        from: [{ group: GATEWAY_GROUP, kind, namespace: from }],
        to: [{ group: '', kind: 'Service', name: row.source.metadata.name }],
      },
    },
  };
}
