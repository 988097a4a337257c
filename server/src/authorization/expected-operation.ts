import { randomBytes, randomInt } from 'node:crypto';
import { someOf, isThorough } from '../testing/rounds.ts';
import { callerLabels, type CallerLabel, type World } from './world.ts';

/** A serial that no card has; it begins with a letter, as ten digits alone could be read in several ways. */
export const freshSerial = (): string =>
  `${randomInt(0xa0, 0xff).toString(16)}${randomBytes(4).toString('hex')}`.toUpperCase();

/** What an operation answers to a caller of the right role that asks for records out of its reach. */
export type Elsewhere =
  /** As for an absent record, also where it is the input that names it. */
  | 'NotFound'
  /** Of all that was asked for nothing is the caller's: `ValidationFailed`. */
  | 'ValidationFailed'
  /** The answer holds nothing of the other org. */
  | 'nothing'
  /** The operation does not depend on where the caller belongs. */
  | 'same';

export interface ExpectedOperation {
  /** Letters of the callers, as in `expected-type.ts`; to the others it is `Forbidden`. */
  readonly who: string;
  readonly because: string;
  readonly elsewhere: Elsewhere;
  /** The root field as asked of a world's records: `card(id: "…")`. */
  readonly ask: (world: World, label: CallerLabel) => string;
  /** What the right caller is answered who belongs nowhere at all, where it is not what `elsewhere` says. */
  readonly stranger?: Elsewhere;
  /** Set where the right caller is let through to a refusal that has nothing to do with who asks, or to where an input names nothing. */
  readonly judged?: true | 'NotFound';
  /** Letters of callers who may do it to what is theirs alone: of another org, they are told of nothing. */
  readonly own?: string;
  /** Takes a file, as the variable `file`. */
  readonly upload?: true;
}

/** A value as GraphQL writes it. */
export const text = JSON.stringify;
/** The id and version of a record, as arguments. */
export const version = ({ id, row_id }: { id: string; row_id: string }) => `id: ${text(id)}, rowId: ${text(row_id)}`;

const day = 86_400_000;
/** The input of a report over today. */
export const usage = (asked = 'groupBy: [entrance], metrics: [event_count]') =>
  `{ from: ${text(new Date(Date.now() - day).toISOString())}, to: ${text(
    new Date(Date.now() + day).toISOString(),
  )}, ${asked} }`;

export const bulk = { who: 'RIMC', because: 'Bulk jobs: whoever may make the same change to one record' } as const;
/** What the caller may do to many: container administrators keep no cards. */
export const bulkOf = ({ card, container }: World, label: CallerLabel) =>
  label === 'C'
    ? `{ action: change_container_access_mode, values: { accessMode: open }, selection: [{ ${version(container)} }] }`
    : `{ action: block_cards, selection: [{ ${version(card)} }] }`;
/** The job that the caller may see. */
export const bulkJobOf = ({ bulkJobIds }: World, label: CallerLabel) =>
  `id: ${text(label === 'C' ? bulkJobIds.container : bulkJobIds.card)}`;

/** Whoever has lists may keep views of them, and use those of their org. */
export const savedViews = {
  who: 'RILMC',
  because: 'Saved views: of one’s own, and those of the org one belongs to',
} as const;

/** Whoever reads reports may have them sent; implementers see what else leaves their org. */
export const schedules = {
  who: 'RIL',
  because: 'Reports by e-mail: whoever reads reports, within what they read',
} as const;
/** The schedule of a world, as an argument. */
export const scheduleOf = ({ reportScheduleId }: World) => `id: ${text(reportScheduleId)}`;

/** Runs that are kept are for whoever reads reports, as far as they reach no further. */
export const kept = { who: 'RIL', because: 'Reports: yes, yes, yes, –, –, –' } as const;
/** The kept run of a world, as an argument. */
export const keptOf = ({ keptReportId }: World) => `id: ${text(keptReportId)}`;

export const isRoot = (label: CallerLabel): boolean => label === 'R';

/** What a caller whom the operation is for may be answered when nothing is out of reach. */
const letThrough = ({ judged }: ExpectedOperation) =>
  judged === 'NotFound' ? ['answered', judged] : judged ? ['answered', 'ValidationFailed', 'Conflict'] : ['answered'];

/** What the table says of a caller that asks for what is theirs. */
export const outcomeAtHome = (expected: ExpectedOperation, label: CallerLabel): readonly string[] =>
  expected.who.includes(label) ? letThrough(expected) : ['Forbidden'];

/** What the table says of a caller that asks for records it does not reach. */
export function outcomeElsewhere(
  expected: ExpectedOperation,
  label: CallerLabel,
  stranger: boolean,
): readonly string[] {
  const elsewhere = (stranger ? expected.stranger : undefined) ?? expected.elsewhere;
  const mayAsk = `${expected.who}${expected.own ?? ''}`.includes(label);
  const unreached = mayAsk && !isRoot(label) && elsewhere !== 'nothing' && elsewhere !== 'same';
  return unreached ? [elsewhere] : outcomeAtHome(expected, label);
}

const outcomesOf = (expected: ExpectedOperation, label: CallerLabel) => [
  outcomeAtHome(expected, label),
  outcomeElsewhere(expected, label, false),
  outcomeElsewhere(expected, label, true),
];

/** How the table judges somebody who asks for what is theirs and for what is not: all who are judged alike are let through by the same lines. */
const judgementOf = (expected: ExpectedOperation, label: CallerLabel) => JSON.stringify(outcomesOf(expected, label));

/** Whether the caller is refused wherever they ask; at home `what is not for somebody` tries that of each operation as each caller. */
const isForbidden = (expected: ExpectedOperation, label: CallerLabel) =>
  outcomesOf(expected, label).every((outcomes) => outcomes.every((outcome) => outcome === 'Forbidden'));

/**
 * What a caller tries of these operations: of all who are judged alike one tries each, another the next (decision 49), and root each
 * fourth besides what is for root alone. What somebody is refused wherever they ask is asked elsewhere for each fourth.
 */
export const triedBy = (
  label: CallerLabel,
  operations: Readonly<Record<string, ExpectedOperation>>,
): [string, ExpectedOperation][] =>
  Object.entries(operations).filter(([, expected], nth) => {
    if (isRoot(label)) {
      return isThorough || expected.who === label || nth % 4 === 0;
    }
    const judgement = judgementOf(expected, label);
    const alike = callerLabels.filter((other) => !isRoot(other) && judgementOf(expected, other) === judgement);
    const isRare = !isThorough && isForbidden(expected, label);
    return isRare ? nth % 4 === 0 && someOf(alike, nth / 4).includes(label) : someOf(alike, nth).includes(label);
  });
