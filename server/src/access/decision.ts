import type { AccessRule } from './access.queries.ts';

/** What the rules come to, each judged by itself. */
export interface Weighed {
  readonly allowed: boolean;
  /** The rule that settles it: the first by which it opens, or the first that fails of those a card needs. */
  readonly decisive: AccessRule;
  /** The rules one has to look at; the others would change nothing as things are. */
  readonly mattering: ReadonlySet<AccessRule>;
}

/** Combines the rules (domain.md, "Who opens what"): open to all, or else a normal card with a right to it. */
export function weigh(holds: Readonly<Record<AccessRule, boolean>>): Weighed {
  const opensToAll = (['container_open', 'container_group_open'] as const).find((rule) => holds[rule]);
  if (opensToAll) {
    return { allowed: true, decisive: opensToAll, mattering: new Set([opensToAll]) };
  }
  if (!holds.card_normal) {
    return { allowed: false, decisive: 'card_normal', mattering: new Set(['card_normal']) };
  }
  const right = (['apartment_joined', 'access_group_open'] as const).find((rule) => holds[rule]);
  return right
    ? { allowed: true, decisive: right, mattering: new Set(['card_normal', right]) }
    : {
        allowed: false,
        decisive: 'apartment_joined',
        mattering: new Set(['card_normal', 'apartment_joined', 'access_group_open']),
      };
}
