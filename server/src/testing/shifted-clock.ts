/**
 * Whether the processes' clock has been put to another hour (`npm run test:long`). PostgreSQL goes by it as well, and its own limits for
 * statements and locks are then never over: what waits for one cannot be tried.
 */
export const isClockShifted = process.env['TEST_SHIFTED_CLOCK'] === '1';
