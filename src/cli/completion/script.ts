/** The executable that kubectl looks for on PATH when it completes `kubectl mesh-registry …`. */
export const COMPLETION_EXECUTABLE = 'kubectl_complete-mesh_registry';

/** Its content. kubectl gives it the words after the plugin's name and takes cobra's answer from it. */
export const COMPLETION_SCRIPT = `#!/bin/sh
exec kubectl-mesh_registry __complete "$@"
`;
