import type { Spot } from './order.ts';

/** Milliseconds for which a position is waited for, and how old one may be. */
const waitMs = 5_000;
const freshMs = 60_000;

/** Where this device is; null where it does not know, or where its user does not say. It leaves the device in no request. */
export const currentSpot = (): Promise<Spot | null> =>
  new Promise((resolve) => {
    // The browser counts from when it was allowed to look; a question that nobody answers is not waited for.
    const timer = setTimeout(() => resolve(null), 2 * waitMs);
    const answer = (spot: Spot | null) => {
      clearTimeout(timer);
      resolve(spot);
    };
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => answer({ latitude, longitude }),
      () => answer(null),
      { timeout: waitMs, maximumAge: freshMs },
    );
  });
