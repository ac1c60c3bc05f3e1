import type { ReasonCode } from './reasons.js';
import type { FieldRef } from './resource.js';
import type { Service } from './service.js';
import type { Stage } from './stage.js';

/** Why a candidate was dropped, or what is worth knowing of one that was kept. Stable: see docs/reasons.md. */
export interface Reason {
  code: ReasonCode;
  /** The resource and field that decided. */
  by?: FieldRef;
  /** The values that were compared. */
  args: Record<string, string | number>;
}

/** A service that left the pipeline. */
export interface Drop {
  service: Service;
  stage: Stage;
  reason: Reason;
  /** The Sidecar's egress listener in which this happened, when it happened in one. */
  listener?: number;
  /** Set when only these ports were lost, not the service. */
  ports?: number[];
}

/** Takes note of drops. Absent when nobody asks, so that mesh-wide runs pay nothing. */
export type Recorder = (drop: Drop) => void;
