import { percentKinds } from '@noa/domain/status-kinds.ts';
import { statusUpdateKinds, type StatusLevel, type StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import type { StatusUpdateInput } from '../../../api/generated/graphql.ts';
import type { Random } from './random-input.ts';
import { sentMoment } from '../sent-moment.ts';

/** What the form says of an update of one lock; numbers are NaN for what is none. */
export interface StatusUpdateValues {
  readonly containerId: string | null;
  readonly bootNumber: number | null;
  readonly updateNumber: number | null;
  readonly kind: StatusUpdateKind;
  readonly value: string;
  /** Null when the lock sends none. */
  readonly level: StatusLevel | null;
  /** In the browser's zone, as its field writes it; empty for the moment of sending. */
  readonly at: string;
}

/** The update that the form describes. What is missing or wrong goes along: to see what the server says is why one is here. */
export const updateOf = (values: StatusUpdateValues, now: Date): StatusUpdateInput => ({
  containerId: values.containerId ?? '',
  bootNumber: values.bootNumber ?? 0,
  updateNumber: values.updateNumber ?? Number.NaN,
  kind: values.kind,
  value: values.value.trim() || null,
  level: values.level,
  at: sentMoment(values.at, now),
});

const boots = 1_000_000;
const conditions = ['bună', 'slabă', 'de înlocuit'] as const;

/** An update as a lock that has just started for the umpteenth time would report it. */
export function randomUpdate(containerIds: readonly string[], random: Random): StatusUpdateValues {
  const kind = statusUpdateKinds[random(statusUpdateKinds.length)] ?? 'fill_level_pct';
  return {
    containerId: containerIds[random(containerIds.length || 1)] ?? null,
    bootNumber: 1 + random(boots),
    updateNumber: 1,
    kind,
    value: randomValue(kind, random),
    level: null,
    at: '',
  };
}

function randomValue(kind: StatusUpdateKind, random: Random): string {
  if (percentKinds.includes(kind)) {
    return String(random(101));
  }
  if (kind === 'sync') {
    return String(1 + random(boots));
  }
  return kind === 'battery_life_status' ? (conditions[random(conditions.length)] ?? conditions[0]) : '';
}
