import { lockEventKinds, type CardEventKind } from '@noa/domain/vocabulary.ts';
import type { CardEventInput } from '../../../api/generated/graphql.ts';
import { randomInput, type Random } from './random-input.ts';
import { sentMoment } from '../sent-moment.ts';

/** What the form says of the events of one lock; numbers are NaN for what is none. */
export interface CardEventValues {
  readonly containerId: string | null;
  readonly bootNumber: number | null;
  /** Of the first event; the others follow without a gap. */
  readonly eventNumber: number | null;
  readonly count: number | null;
  readonly kind: CardEventKind;
  /** In the browser's zone, as its field writes it; empty for the moment of sending. */
  readonly at: string;
  readonly serialNumber: string;
  readonly listVersion: string;
}

/** Events of one batch at most; the server takes as many. */
export const maxCount = 1000;

/** The batch that the form describes. What is missing or wrong goes along: to see what the server says is why one is here. */
export function batchOf(values: CardEventValues, now: Date): CardEventInput[] {
  const first = values.eventNumber ?? Number.NaN;
  const length = Math.max(1, Math.min(maxCount + 1, Math.trunc(values.count ?? 1) || 1));
  return Array.from({ length }, (_, index) => ({
    containerId: values.containerId ?? '',
    bootNumber: values.bootNumber ?? 0,
    eventNumber: first + index,
    kind: values.kind,
    at: sentMoment(values.at, now),
    serialNumber: values.serialNumber.trim() || null,
    listVersion: values.listVersion.trim() || null,
  }));
}

/** What a random event may be about. */
export interface Known {
  readonly containerIds: readonly string[];
  readonly serialNumbers: readonly string[];
}

const boots = 1_000_000;

/** An event as a lock that has just started for the umpteenth time would report it; now and then of a card nobody knows. */
export function randomValues({ containerIds, serialNumbers }: Known, random: Random): CardEventValues {
  const pick = <Value>(list: readonly Value[]): Value | undefined => list[random(list.length || 1)];
  const known = random(10) > 0 ? pick(serialNumbers) : undefined;
  return {
    containerId: pick(containerIds) ?? null,
    bootNumber: 1 + random(boots),
    eventNumber: 1,
    count: 1,
    kind: pick(lockEventKinds) ?? 'full_use',
    at: '',
    serialNumber: known ?? randomInput(random).serialNumber,
    listVersion: '',
  };
}
