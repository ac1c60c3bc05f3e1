/** What of a Deployment or Pod tells about the istiod in it. */
export interface IstiodWorkload {
  /** `Deployment istio-system/istiod`. */
  label: string;
  kind: string;
  name: string;
  namespace: string;
  labels: Record<string, string>;
  container: Container;
}

export interface Container {
  name: string;
  image?: string;
  args?: string[];
  env?: EnvVar[];
  envFrom?: { configMapRef?: { name?: string }; secretRef?: { name?: string }; prefix?: string }[];
}

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: {
    configMapKeyRef?: { name?: string; key?: string; optional?: boolean };
    secretKeyRef?: unknown;
    fieldRef?: { fieldPath?: string };
    resourceFieldRef?: unknown;
  };
}
