/** Whether all is tried that `npm run test:long` has time for (decision 49), and not only what each commit waits for. */
export const isThorough = process.env['TEST_THOROUGH'] === '1';

/** How often something random, or one of many alike, is tried: in `npm test`, and when all is tried. */
export const rounds = (few: number, many: number): number => (isThorough ? many : few);
