import type { Rule } from './rule.js';

/** The field that makes the object is there; without it istiod has nothing to do with the object.
 *  istiod 1.28 pkg/config/validation/validation.go: ValidateServiceEntry, ValidateDestinationRule, ValidateGateway */
export const requiredField =
  (field: string): Rule =>
  (resource) => {
    const value = (resource.spec as Record<string, string | unknown[] | null | undefined> | undefined)?.[field];
    if (value && value.length > 0) return [];
    return [
      { path: `spec.${field}`, message: `is empty. Istio's webhook refuses a ${resource.kind} without ${field}.` },
    ];
  };
