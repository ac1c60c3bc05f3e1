import { load } from 'js-yaml';

interface Manifest {
  apiVersion?: string;
  kind?: string;
  metadata?: { name?: string };
  spec?: {
    version?: string;
    homepage?: string;
    shortDescription?: string;
    description?: string;
    caveats?: string;
    platforms?: Platform[];
  };
}

interface Platform {
  selector?: { matchLabels?: Record<string, string> };
  uri?: string;
  sha256?: string;
  bin?: string;
  files?: { from?: string; to?: string }[];
}

/** Pairs that krew knows (krew cmd/validate-krew-manifest: allPlatforms), as far as this program is built for them. */
const PLATFORMS = ['linux/amd64', 'linux/arm64', 'darwin/amd64', 'darwin/arm64', 'windows/amd64'];
const SEMVER = /^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/;

/**
 * What a krew manifest does against krew's rules: those of its validation (krew 0.4.3 internal/index/validation), and those
 * that its guides for naming and for manifests ask reviewers to look for.
 */
export function krewFaults(text: string, fileName: string): string[] {
  const { apiVersion, kind, metadata: { name = '' } = {}, spec = {} } = load(text) as Manifest;
  const { version = '', homepage = '', shortDescription = '', description = '', caveats = '', platforms = [] } = spec;
  const pairs = platforms.map(
    ({ selector }) => `${selector?.matchLabels?.os ?? ''}/${selector?.matchLabels?.arch ?? ''}`,
  );
  const rules: [boolean, string][] = [
    [apiVersion === 'krew.googlecontainertools.github.com/v1alpha2', 'apiVersion'],
    [kind === 'Plugin', 'kind'],
    [/^[\w-]+$/.test(name) && fileName === `${name}.yaml`, 'the name is safe, and the name of the file'],
    [
      /^[a-z]+(-[a-z]+)*$/.test(name) && !/kube|plugin/.test(name),
      'the name is lower case, with dashes, without kube-',
    ],
    [SEMVER.test(version), 'version is semver with a v'],
    [homepage.startsWith('https://'), 'homepage is https'],
    [/^[A-Z]/.test(shortDescription) && shortDescription.length <= 50, 'shortDescription: some words, a capital first'],
    [!/[\r\n]|\.$|plugin|kubectl/i.test(shortDescription), 'shortDescription: one line, no dot, nothing redundant'],
    [description.length > shortDescription.length, 'description says more'],
    [lines(description, caveats).every((line) => line.length <= 100), 'lines fit a terminal'],
    [!description.includes('--'), 'description lists no options'],
    [platforms.length > 0 && new Set(pairs).size === pairs.length, 'platforms do not overlap'],
    [pairs.every((pair) => PLATFORMS.includes(pair)), 'platforms exist'],
  ];
  return [...faultsIn(rules, ''), ...platforms.flatMap((platform, index) => platformFaults(platform, pairs[index]!))];
}

function platformFaults({ selector, uri = '', sha256 = '', bin = '', files = [] }: Platform, pair: string): string[] {
  const installed = files.map(({ from }) => from);
  const rules: [boolean, string][] = [
    [Object.keys(selector ?? {}).join() === 'matchLabels', 'selects by labels'],
    [Object.keys(selector?.matchLabels ?? {}).join() === 'os,arch', 'selects by os and arch'],
    [/^https:\/\/\S+\.(tar\.gz|zip)$/.test(uri), 'uri is https, of a .tar.gz or .zip'],
    [/^[a-f0-9]{64}$/.test(sha256), 'sha256'],
    [bin.endsWith('.exe') === pair.startsWith('windows/'), 'bin ends in .exe on Windows only'],
    [files.length > 0 && files.every(({ from, to }) => from && to), 'files have from and to'],
    [installed.includes(bin), 'bin is installed'],
    [installed.includes('LICENSE'), 'LICENSE is installed'],
  ];
  return faultsIn(rules, `${pair}: `);
}

function faultsIn(rules: readonly [boolean, string][], where: string): string[] {
  return rules.filter(([kept]) => !kept).map(([, rule]) => `${where}${rule}`);
}

function lines(...texts: string[]): string[] {
  return texts.flatMap((text) => text.split('\n'));
}
