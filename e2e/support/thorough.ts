/**
 * What a night tries and a commit does not (decision 49): `TEST_THOROUGH=1` tries all. Each commit tries every rule, role, screen, kind
 * and way to fail once; a journey is left out of that for one of three reasons.
 */
const tag = '@thorough';

/** Whether all is tried, and not only what each commit waits for. */
export const isThorough = process.env['TEST_THOROUGH'] === '1';

/** Another width, scheme, kind, role or way in than those that each commit tries, judged by the same function. */
export const alike = { tag } as const;

/** Tried each time at less cost: by a test of the console's or the server's functions, or as a step of another journey. */
export const shownElsewhere = { tag } as const;

/** A quantity: what it does is tried each time with less. */
export const inQuantity = { tag } as const;

/** Of many alike, the share of the nth of so many journeys that try something of each: between them they try all, and each does thoroughly. */
export const shareOf = <T>(alike: readonly T[], nth: number, journeys: number): readonly T[] =>
  isThorough ? alike : alike.filter((_each, index) => index % journeys === nth);

/** Alike to what each commit tries, unless it is that. */
export const alikeUnless = (isTriedEachTime: boolean) => (isTriedEachTime ? {} : alike);

/** Of the nth kind of things that are alike the nth, going round; all of them, when all is tried. The same each time: a test fails by a change. */
export const someOf = <T>(alike: readonly T[], nth: number): readonly T[] =>
  isThorough ? alike : alike.slice(nth % alike.length, (nth % alike.length) + 1);
