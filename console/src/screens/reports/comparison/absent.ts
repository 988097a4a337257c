/**
 * What a number is of which there is no row. What did not happen has none: it is 0. For those who may not see small groups a row may lack for
 * another reason, and where who opened is forgotten (`Report.whoKnownFrom`) nobody knows: null.
 */
export const absentNumber = (seesWho: boolean, whoKnownFrom: string | null | undefined): 0 | null =>
  seesWho && !whoKnownFrom ? 0 : null;
