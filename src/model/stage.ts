/** The stages that a service passes on its way into a proxy's CDS, in order. */
export const STAGES = [
  'discovery',
  'registry',
  'visibility',
  'import',
  'namespace',
  'ports',
  'gateway',
  'waypoint',
  'clusters',
  'endpoints',
] as const;

export type Stage = (typeof STAGES)[number];
