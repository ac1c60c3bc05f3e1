/** Of every JSON and YAML answer. */
export const API_VERSION = 'mesh-registry/v1alpha1';
