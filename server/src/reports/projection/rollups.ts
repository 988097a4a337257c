import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { declaredRollups, outcome, type DeclaredRollup } from '../query/rollups.ts';
import type { StoreFile } from './connection.ts';

/** What is worked out once of a moment in the org's zone, so that no report has to: the calendar, with its type in the file. */
export const calendar: readonly (readonly [name: ReportGrouping, type: string, of: (local: string) => string])[] = [
  ['hour', 'utinyint', (local) => `hour(${local})`],
  ['day_of_month', 'utinyint', (local) => `day(${local})`],
  ['day_of_week', 'utinyint', (local) => `isodow(${local})`], // Monday is 1
  ['day_of_year', 'usmallint', (local) => `dayofyear(${local})`],
  ['week', 'integer', (local) => `isoyear(${local}) * 100 + week(${local})`], // ISO: 202601 may begin in 2025
  ['month', 'integer', (local) => `year(${local}) * 100 + month(${local})`],
  ['year', 'smallint', (local) => `year(${local})`],
  ['date', 'date', (local) => `${local}::date`],
];

/** What follows from a day, and from a month. */
const derivedFrom: Record<'day' | 'month', readonly (readonly [column: ReportGrouping, value: string])[]> = {
  day: calendar.flatMap(([name, , of]) => (name === 'hour' || name === 'date' ? [] : [[name, of('date')] as const])),
  month: [['year', 'month // 100']],
};

/** A rollup as it is kept in a projection's file. */
export interface Rollup extends DeclaredRollup {
  readonly table: string;
  /** Columns that tell events apart, records by their keys. */
  readonly by: readonly string[];
  /** Columns that follow from those, and how. */
  readonly derivedBy: readonly (readonly [column: ReportGrouping, value: string])[];
}

/** All that are declared, in their order. */
export const rollups: readonly Rollup[] = declaredRollups.map((rollup) => ({
  ...rollup,
  table: `${rollup.name}_rollup`,
  by: [...rollup.times, ...rollup.records.map((record) => `${record}_key`), ...outcome],
  derivedBy: derivedFrom[rollup.unit].filter(([column]) => rollup.derived.includes(column)),
}));

/** The columns of a rollup that `card_event` has as well. */
export const columnsOf = ({ by, derived }: Rollup): readonly string[] => [...by, ...derived];

/**
 * For a new projection file, after `card_event`. Each event says in which epoch it was taken in; the rollups hold those of all
 * epochs but the open ones, which are in `epoch`. The last of these is on: new events come into it. Beside the rollups stands from when
 * until when the events happened that they hold of an org and a day.
 */
export const createRollups: string = [
  ...rollups.map(
    (rollup) => `create table ${rollup.table} as
    select ${columnsOf(rollup).join(', ')}, 0::bigint as events, 0::bigint as litres from card_event limit 0;`,
  ),
  'create table active_day as select org_key, date, month, occurred_at as since, occurred_at as until from card_event limit 0;',
  'create table epoch (number integer);',
  'insert into epoch values (0);',
].join('\n');

/** Events as rows of a rollup, but for what follows from its columns. */
const cellsOf = ({ by }: Rollup, rows: string) => `
  select ${by.join(', ')}, count(*) as events, sum(litres)::bigint as litres from ${rows} group by all`;

/** Brings cells of a rollup into it. */
export const insertCells = (rollup: Rollup, cells: string) => `
  insert into ${rollup.table} by name
  select *, ${rollup.derivedBy.map(([column, value]) => `${value} as ${column}`).join(', ')} from (${cells})`;

/** The events of epochs that are in the rollups, as cells of one. @param chosen - says which, of `card_event`. */
export const cellsOfClosed = (rollup: Rollup, chosen: string): string =>
  cellsOf(rollup, `card_event where epoch_number < (select min(number) from epoch) and ${chosen}`);

/** Which epoch events come into. */
export const currentEpoch = '(select max(number) from epoch)';

/** Opens the next epoch: no more events come into the one before. */
export const openEpoch = 'insert into epoch select max(number) + 1 from epoch';

const ended = `epoch.number < ${currentEpoch}`;
const rowsOfEnded = `card_event join epoch on epoch.number = card_event.epoch_number where ${ended}`;

/** Brings the events of all epochs but the one that is on into the rollups. In one transaction, which new events may overtake. */
export const rollUpEpochs: string = [
  ...rollups.map((rollup) => insertCells(rollup, cellsOf(rollup, rowsOfEnded))),
  `insert into active_day select org_key, date, month, min(occurred_at), max(occurred_at) from ${rowsOfEnded} group by all`,
  `delete from epoch where ${ended}`,
].join(';\n');

/**
 * Before events are deleted; in the transaction that deletes them. A cell that counts nothing any more goes: an apartment that is
 * forgotten must not be counted among those of a group.
 *
 * @param chosen - says which, of `card_event`.
 * @param of - the rollups that tell them apart.
 */
export const subtractFromRollups = (chosen: string, of: readonly Rollup[] = rollups): string =>
  of
    .map((rollup) => {
      const by = rollup.by.join(', ');
      const isGone = `exists (from gone where ${rollup.by.map((name) => `t.${name} is not distinct from gone.${name}`).join(' and ')})`;
      return `
        create temp table gone as ${cellsOfClosed(rollup, chosen)};
        create temp table rest as select ${by}, sum(events)::bigint as events, sum(litres)::bigint as litres from (
          select ${by}, events, litres from ${rollup.table} t where ${isGone}
          union all
          select ${by}, -events, -litres from gone)
        group by all having sum(events) <> 0;
        delete from ${rollup.table} t where ${isGone};
        ${insertCells(rollup, 'from rest')};
        drop table gone;
        drop table rest`;
    })
    .join(';\n');

/** Deletes all events of the org `$1`. */
export const deleteOrg: string = [...rollups.map(({ table }) => table), 'active_day', 'card_event']
  .map((table) => `delete from ${table} where org_key in (select key from org_key where id = $1::uuid)`)
  .join(';\n');

/** While more events than this come in at once, an epoch goes on: who sends them and who asks reports need the processors. */
const calmEvents = 1_000;

/** Then it may become so many times as long; no longer, as reports count its events one by one. */
const longestEpoch = 8;

/**
 * Brings what has been taken in into the rollups, an epoch at a time, on a connection of its own: some hundred thousand events
 * take a second or more, in which new ones go on coming in, and reports go on counting those of the epoch one by one.
 */
export class Epochs {
  readonly #file: StoreFile;
  readonly #events: number;
  /** The last epoch that was brought in, or is; rejected by what ended that, until somebody was told. */
  #last: Promise<void> = Promise.resolve();
  #isRunning = false;
  /** Events that are in no rollup yet, or some more where events were taken away; undefined where nobody has counted. */
  #open: number | undefined;

  /** @param events - as many make an epoch. */
  constructor(file: StoreFile, events: number) {
    this.#file = file;
    this.#events = events;
  }

  /**
   * Settles when no epoch is being brought into the rollups. Before events are taken away, so that they are taken out of the
   * rollups as well.
   *
   * @throws what ended the last one, once; its epoch is still open, and comes in with the next.
   */
  async settled(): Promise<void> {
    const last = this.#last;
    await last.finally(() => {
      this.#last = this.#last === last ? Promise.resolve() : this.#last;
    });
  }

  /**
   * Ends the epoch if it has become long enough; to be called outside of a transaction. It is not waited for.
   *
   * @param added - how many events have just come in.
   */
  async endAfter(added: number): Promise<void> {
    if (this.#isRunning) {
      return;
    }
    await this.settled();
    const { writer, rollupConnection } = this.#file;
    const countOpen = 'select count(*) from card_event join epoch on epoch.number = card_event.epoch_number';
    this.#open = this.#open === undefined ? Number((await writer.rows(countOpen))[0]?.[0]) : this.#open + added;
    const isCalm = added <= calmEvents || this.#open >= this.#events * longestEpoch;
    if (isCalm && this.#open >= this.#events) {
      await writer.run(openEpoch);
      this.#open = undefined;
      this.#isRunning = true;
      this.#last = rollupConnection
        .inTransaction(async () => void (await rollupConnection.run(rollUpEpochs)))
        .finally(() => {
          this.#isRunning = false;
        });
      this.#last.catch(() => undefined); // told to whoever waits for it, or ends the next
    }
  }
}
