import type { Loaded } from './loaded.js';

/** Hears how a mesh goes on that is kept current. */
export interface Follower {
  /** Another state of the mesh. */
  changed: (loaded: Loaded) => void;
  /** Changes may be missed from now on, and why. */
  lost: (why: string) => void;
  /** Nothing is missed any more. */
  watching: () => void;
}
