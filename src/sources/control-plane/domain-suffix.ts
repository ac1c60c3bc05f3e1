/** `--domain` of istiod's arguments. istiod 1.28 pilot/cmd/pilot-discovery/app/cmd.go: addFlags */
export function domainSuffix(args: readonly string[] = []): string {
  const joined = args.find((arg) => arg.startsWith('--domain='));
  if (joined !== undefined) return joined.slice('--domain='.length);
  const at = args.indexOf('--domain');
  return (at >= 0 ? args[at + 1] : undefined) ?? 'cluster.local';
}
