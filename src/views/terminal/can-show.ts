interface Streams {
  stdin: { isTTY?: boolean };
  stdout: { isTTY?: boolean };
}

type Env = Readonly<Record<string, string | undefined>>;

/** Why the view cannot be shown here; undefined when it can. */
export function whyNoView({ stdin, stdout }: Streams, env: Env): string | undefined {
  if (!stdin.isTTY || !stdout.isTTY) return 'no terminal';
  if (env['TERM'] === 'dumb') return 'TERM is dumb';
  // The renderer shows no frame there but the last.
  if (env['CI'] && env['CI'] !== 'false' && env['CI'] !== '0') return 'CI is set';
  return undefined;
}
