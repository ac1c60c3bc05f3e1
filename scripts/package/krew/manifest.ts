import { toYaml } from '../../../src/yaml/write.js';
import { COMPLETION_EXECUTABLE } from '../../../src/cli/completion/script.js';
import { archiveOf } from '../artifacts.js';
import { HOMEPAGE, VERSION } from '../root.js';
import { binaryOf, type Target } from '../targets.js';

/** The name in krew's index; `kubectl krew install` and `kubectl` both take it. */
export const PLUGIN = 'mesh-registry';

const SHORT = 'Explain which services an Istio proxy is sent';

const DESCRIPTION = `\
Tells, for any host and any workload of an Istio mesh, whether istiod puts
the host in the workload's proxy, which resource and field decided, and the
smallest change that would turn the answer around. It runs istiod's own
rules for the service registry, exportTo, Sidecar, port merge and external
authorization, on the live cluster or on files, and changes nothing.
`;

const CAVEATS = `\
Rights: it only reads. It needs "get" and "list" on namespaces, nodes,
services, pods, endpointslices, deployments, replicasets, jobs,
mutatingwebhookconfigurations and the kinds of Istio and of the Gateway API,
and "get" on the ConfigMaps of Istio's namespace. It reads no Secrets.
What it may not read is named, and answers that depend on it say so.

Completion, once, for kubectl 1.26 or newer on Linux and macOS:
  cp "\${KREW_ROOT:-$HOME/.krew}/store/${PLUGIN}/${VERSION}/${COMPLETION_EXECUTABLE}" \\
    "\${KREW_ROOT:-$HOME/.krew}/bin/"
`;

/** krew's manifest with one entry for each target; `sumOf` gives the sha256 of its archive. */
export function manifestYaml(targets: readonly Target[], sumOf: (target: Target) => string): string {
  const manifest = {
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: PLUGIN },
    spec: {
      version: VERSION,
      homepage: HOMEPAGE,
      shortDescription: SHORT,
      description: DESCRIPTION,
      caveats: CAVEATS,
      platforms: targets.map((target) => platform(target, sumOf(target))),
    },
  };
  return toYaml(manifest);
}

function platform(target: Target, sha256: string) {
  const windows = target.os === 'windows';
  const files = [binaryOf(target), ...(windows ? [] : [COMPLETION_EXECUTABLE]), 'LICENSE', 'THIRD-PARTY-LICENSES.txt'];
  return {
    selector: { matchLabels: { os: target.os, arch: target.arch } },
    uri: `${HOMEPAGE}/releases/download/${VERSION}/${archiveOf(target)}`,
    sha256,
    bin: binaryOf(target),
    files: files.map((from) => ({ from, to: '.' })),
  };
}
