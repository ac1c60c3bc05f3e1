import type { Service } from '../../model/service.js';
import type { MergedRule } from '../../scope/destination-rules.js';

/** The DestinationRule of a service as one proxy sees it. */
export type RuleLookupFor = (service: Service) => MergedRule | undefined;
