/**
 * Stands where a document must be given an id though what it is about is left out (`@include`): an id is never empty, and the
 * API refuses one that is.
 */
export const noRecord = 'none';
