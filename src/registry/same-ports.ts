import type { Port } from '../model/service.js';

/** Equal in order, names, numbers and protocols. istiod 1.28 pilot/pkg/model/service.go: PortList.Equals */
export function samePorts(a: readonly Port[], b: readonly Port[]): boolean {
  return (
    a.length === b.length &&
    a.every((port, i) => {
      const other = b[i]!;
      return port.name === other.name && port.number === other.number && port.protocol === other.protocol;
    })
  );
}
