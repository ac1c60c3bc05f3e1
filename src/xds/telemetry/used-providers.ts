import type { ControlPlane } from '../../model/control-plane.js';
import type { Telemetry } from '../../model/istio.js';
import { fieldOf, type FieldRef } from '../../model/resource.js';
import { meshConfigField } from '../../scope/export-to.js';
import type { ProviderReference } from '../ext-authz/providers.js';

/** Listeners that take requests in are the server's side; those towards services, and a gateway's, the client's. */
export type Side = 'client' | 'server';

/** A tracer or access log that a proxy's listeners send to. */
export interface ProviderUse {
  provider: ProviderReference;
  use: 'tracing' | 'access-log';
  side: Side;
  /** The field that chose it. */
  by: FieldRef;
}

interface Choice {
  name: string;
  by: FieldRef;
}

const TRACERS = new Set(['zipkin', 'datadog', 'skywalking', 'opentelemetry']);
const LOGS = new Set(['envoyHttpAls', 'envoyTcpAls', 'envoyOtelAls']);

/** The providers with a service that a proxy uses under its Telemetry resources. */
export function usedProviders(
  telemetries: readonly Telemetry[],
  providers: readonly ProviderReference[],
  controlPlane: ControlPlane,
): ProviderUse[] {
  const find = ({ name }: Choice, kinds: ReadonlySet<string>) => {
    const named = controlPlane.meshConfig.extensionProviders.find(
      (provider) => provider.name.toLowerCase() === name.toLowerCase(),
    );
    return providers.find((provider) => provider.name === named?.name && kinds.has(provider.kind));
  };
  return (['client', 'server'] as const).flatMap((side) => {
    const tracer = tracerFor(telemetries, side, controlPlane);
    const chosen = [
      ...(tracer ? [{ use: 'tracing' as const, choice: tracer, provider: find(tracer, TRACERS) }] : []),
      ...logsFor(telemetries, side, controlPlane).map((choice) => {
        return { use: 'access-log' as const, choice, provider: find(choice, LOGS) };
      }),
    ];
    return chosen.flatMap(({ use, choice, provider }) => (provider ? [{ provider, use, side, by: choice.by }] : []));
  });
}

/** One tracer for each side, the last that is named; the mesh's default where none is. istiod 1.28 pilot/pkg/model/telemetry.go: Tracing */
function tracerFor(telemetries: readonly Telemetry[], side: Side, controlPlane: ControlPlane): Choice | undefined {
  let [tracer] = defaultsOf('tracing', controlPlane);
  let disabled = false;
  for (const object of telemetries) {
    (object.spec?.tracing ?? []).forEach(({ match, providers, disableSpanReporting }, i) => {
      if (!concerns(match, side)) return;
      const name = providers?.[0]?.name;
      if (name !== undefined) tracer = { name, by: fieldOf(object, `spec.tracing[${i}].providers[0].name`) };
      disabled = disableSpanReporting ?? disabled;
    });
  }
  return disabled ? undefined : tracer;
}

/**
 * The logs that the most special Telemetry with any names for the side; a later entry may switch one off.
 * istiod 1.28 pilot/pkg/model/telemetry.go: mergeLogs
 */
function logsFor(telemetries: readonly Telemetry[], side: Side, controlPlane: ControlPlane): Choice[] {
  const defaults = defaultsOf('accessLogging', controlPlane);
  const entries = telemetries.flatMap((object) =>
    (object.spec?.accessLogging ?? []).map(({ match, providers = [], disabled }, i) => ({
      object,
      concerned: concerns(match, side),
      disabled: disabled ?? false,
      choices: providers.map(({ name = '' }, j) => {
        return { name, by: fieldOf(object, `spec.accessLogging[${i}].providers[${j}].name`) };
      }),
    })),
  );
  if (entries.length === 0) return defaults;
  let inScope = new Set(defaults.map(({ name }) => name));
  for (const object of telemetries) {
    const own = entries.filter((entry) => entry.object === object && entry.concerned);
    const names = own.flatMap(({ choices }) => choices.map(({ name }) => name));
    if (names.length > 0) inScope = new Set(names);
  }
  const kept = new Map<string, Choice | undefined>();
  let parents = defaults;
  for (const { choices, concerned, disabled } of entries) {
    if (choices.length > 0) parents = choices;
    if (!concerned) continue;
    for (const choice of parents) if (inScope.has(choice.name)) kept.set(choice.name, disabled ? undefined : choice);
  }
  return [...kept.values()].filter((choice) => choice !== undefined);
}

function defaultsOf(use: 'tracing' | 'accessLogging', controlPlane: ControlPlane): Choice[] {
  const defaults = controlPlane.meshConfig['defaultProviders'] as Record<string, string[]> | undefined;
  return (defaults?.[use] ?? []).map((name, i) => {
    return { name, by: meshConfigField(controlPlane, `defaultProviders.${use}[${i}]`) };
  });
}

function concerns(match: { mode?: string | number } | null | undefined, side: Side): boolean {
  const mode = match?.mode ?? 'CLIENT_AND_SERVER';
  if (mode === 'CLIENT' || mode === 1) return side === 'client';
  if (mode === 'SERVER' || mode === 2) return side === 'server';
  return true;
}
