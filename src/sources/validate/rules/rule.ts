import type { Resource } from '../../../model/resource.js';
import type { Misfit } from '../check-shape.js';

/** Looks at one object whose fields have the right types; gives what is wrong with it. */
export type Rule = (resource: Resource) => Misfit[];
