/** The networks of a mesh, by name, as the ConfigMap's `meshNetworks` lists them. */
export type MeshNetworks = Readonly<Record<string, MeshNetwork>>;

export interface MeshNetwork {
  endpoints?: { fromCidr?: string; fromRegistry?: string }[];
  gateways?: { address?: string; registryServiceName?: string; port?: number }[];
}
