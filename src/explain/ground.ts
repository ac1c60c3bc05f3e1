import { distinct } from '../model/distinct.js';
import { isAtLeast, parseVersion } from '../model/version.js';
import { NEWEST_KNOWN, OLDEST_KNOWN } from '../model/features.js';
import type { Mesh } from '../xds/mesh.js';
import { clusterCrashes, clusterCrashText, SHOWN_CRASHES, type ClusterCrash } from '../xds/cluster-crashes.js';
import { gatewayCrashes, gatewayCrashText } from '../xds/gateway-crashes.js';
import { crashesOf, crashText } from '../xds/waypoint/crashes.js';
import type { GroundOfAnswer } from './explanation.js';

/** What every answer about a mesh rests on. */
export function groundOf(mesh: Mesh): GroundOfAnswer {
  const { snapshot, controlPlane } = mesh;
  const { source, from, takenAt } = snapshot.ground;
  const { version, versionSource, revision, namespace, meshConfigSource, assumed, unresolvedEnv } = controlPlane;
  return {
    source,
    from,
    ...(takenAt && { takenAt }),
    istiod: { version, versionSource, revision, namespace },
    meshConfig: meshConfigSource,
    assumed: [
      ...assumed,
      ...unresolvedEnv.map((name) => `environment variable ${name} has its default: its value cannot be read`),
      ...outsideKnown(version),
      ...gatewayCrashes(mesh).map((crash) => `istiod runs, although it crashes on ${gatewayCrashText(crash)}`),
      ...clusterAssumptions(mesh),
      ...distinct(crashesOf(mesh).map(crashText)).map(
        (crash) =>
          `istiod runs, although it crashes on ${crash}: DNS resolution, and a workloadSelector that selects nothing`,
      ),
    ],
  };
}

function clusterAssumptions(mesh: Mesh): string[] {
  const crashes = clusterCrashes(mesh);
  return [
    ...crashes
      .slice(0, SHOWN_CRASHES)
      .map((crash) => `istiod runs, although it crashes on ${clusterCrashText(crash)}: ${why(crash)}`),
    ...(crashes.length > SHOWN_CRASHES ? ['istiod runs, although it crashes on more objects in the same ways'] : []),
  ];
}

function why({ reason }: ClusterCrash): string {
  return reason.code === 'failover-crashes-istiod'
    ? 'DNS resolution, failover by labels, and endpoints that it does not send in one locality'
    : 'a wildcard of DYNAMIC_DNS, and outlier detection';
}

function outsideKnown(text: string): string[] {
  const version = parseVersion(text);
  const newest = parseVersion(NEWEST_KNOWN)!;
  const oldest = parseVersion(OLDEST_KNOWN)!;
  if (!version) return [];
  if (!isAtLeast(version, oldest[0], oldest[1]))
    return [`istiod ${text} is older than ${OLDEST_KNOWN}: answered as ${OLDEST_KNOWN} would`];
  if (isAtLeast(version, newest[0], newest[1] + 1))
    return [`istiod ${text} is newer than what is known (${NEWEST_KNOWN}): answered as that would`];
  return [];
}
