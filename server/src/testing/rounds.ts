/** Whether all is tried that `npm run test:long` has time for (decision 49), and not only what each commit waits for. */
export const isThorough = process.env['TEST_THOROUGH'] === '1';

/** How often something random, or one of many alike, is tried: in `npm test`, and when all is tried. */
export const rounds = (few: number, many: number): number => (isThorough ? many : few);

/**
 * Of all who are alike, the one whose turn it is at the nth of the things they could each try; all of them, when all is tried. It goes round, so
 * that everybody tries something of everything, and is the same each time, so that a test fails by a change.
 */
export const someOf = <T>(alike: readonly T[], nth: number): readonly T[] =>
  isThorough || alike.length === 0 ? alike : [alike[nth % alike.length] as T];
