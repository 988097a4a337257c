import type { EventDatabase } from '../connection.ts';
import type { EventTables } from '../tables.ts';
import { cellRollups, cellTable, unitOf } from './cell-tables.ts';
import { Counting, isKnownWho, withCounting } from './counting.ts';
import { isCounted, isDay, monthOf, unitTable, type Unit, type Units } from './units.ts';

/** While more events than this come in at once, counting waits: who sends them and who asks reports need the processors. */
const calmEvents = 1_000;
/** Then as many times the usual number may wait to be counted; no more, as reports count them one by one. */
const longestWait = 8;

/** Cells that were replaced are left for so long: a file may still be made of them. */
const replacedStayMicros = 3_600_000_000n;

interface CellsParts {
  readonly database: EventDatabase;
  readonly tables: EventTables;
  /** As many are counted together. */
  readonly epochEvents: number;
}

/**
 * Keeps cells true to the events, for whoever feeds. Whatever units a batch touched are counted one by one from then on, until they are counted
 * again: as a whole, from the events, into cells that nobody has read yet. So nothing is added to cells or taken from them, and an event that comes
 * again, or twice, needs no care.
 */
export class Cells {
  readonly #parts: CellsParts;
  readonly #counting: Counting;
  #cleanedAt: bigint | undefined;

  constructor(parts: CellsParts) {
    this.#parts = parts;
    this.#counting = new Counting(parts.database);
  }

  /**
   * After events were written: their units are open.
   *
   * @param at - the clock that all of them have, or a later one; in microseconds.
   * @param movedOrgs - of which all events were written, with other days.
   * @returns how many were written.
   */
  async open(units: Units, at: bigint, movedOrgs: readonly string[]): Promise<number> {
    const { database } = this.#parts;
    const rows = await database.rows(
      `select * from (
        select org_id, ${unitOf.day}, toUnixTimestamp64Micro(min(occurred_at)), toUnixTimestamp64Micro(max(occurred_at)), count(), max(${isKnownWho})
        from ${units.table} where fed >= ${at} group by 1, 2 settings final = 0)`,
    );
    const opened = new Map<string, Unit>();
    const open = (unit: Unit, before: Unit | undefined) =>
      void opened.set(`${unit.orgId} ${unit.unit}`, {
        ...unit,
        since: Math.min(unit.since, before?.since ?? unit.since),
        until: Math.max(unit.until, before?.until ?? unit.until),
        events: unit.events + (before?.events ?? 0),
        open: unit.open + (before?.open ?? 0),
        who: unit.who || (before?.who ?? false),
        ...former(before),
      });
    for (const unit of units.list(movedOrgs)) {
      open({ ...unit, events: 0, open: unit.events, version: at }, unit);
    }
    let events = 0;
    for (const [orgId, day, since, until, count, who] of rows) {
      events += Number(count);
      for (const unit of [Number(day), monthOf(Number(day))]) {
        const key = `${String(orgId)} ${unit}`;
        open(
          {
            orgId: String(orgId),
            unit,
            since: Number(since),
            until: Number(until),
            events: Number(count),
            open: Number(count),
            counting: '0',
            former: '0',
            who: Number(who) === 1,
            version: at,
          },
          opened.get(key) ?? units.find(String(orgId), unit),
        );
      }
    }
    await units.write(this.#parts.database, [...opened.values()]);
    return events;
  }

  /** After events of orgs were deleted: all before a moment of each, in milliseconds since 1970. */
  async letGo(units: Units, at: bigint, deletedBefore: Readonly<Record<string, number>>): Promise<void> {
    const touched = Object.entries(deletedBefore).flatMap(([orgId, ms]) =>
      units.list([orgId]).flatMap((unit) => (unit.since < ms * 1000 ? [{ unit, isGone: unit.until < ms * 1000 }] : [])),
    );
    const countings = touched.flatMap(({ unit, isGone }) => (isGone ? [unit.counting, unit.former] : []));
    const gone = countings.filter((counting) => counting !== '0').map((counting) => ({ counting }));
    for (const rollup of gone.length > 0 ? cellRollups : []) {
      await this.#deleteCells(units, rollup, withCounting(gone));
    }
    const left = touched.map(({ unit, isGone }) =>
      isGone
        ? { ...unit, events: 0, open: 0, counting: '0', former: '0', version: at }
        : { ...unit, open: unit.open + 1, version: at, ...former(unit) },
    );
    await units.write(this.#parts.database, left);
  }

  /** After some of whom it was known are forgotten: of which units none is known any more. */
  async forgetWho(units: Units, at: bigint): Promise<void> {
    const known = units.list().filter(({ who }) => who);
    if (known.length === 0) {
      return;
    }
    const first = known.reduce((least, { since }) => Math.min(least, since), Infinity);
    const rows = await this.#parts.database.rows(
      `select distinct org_id, ${unitOf.day} from ${units.table}
      where occurred_at >= fromUnixTimestamp64Micro(${first}, 'UTC') and ${isKnownWho}`,
    );
    const still = new Set(
      rows.flatMap(([orgId, day]) => [Number(day), monthOf(Number(day))].map((unit) => `${String(orgId)} ${unit}`)),
    );
    const forgotten = known.filter(({ orgId, unit }) => !still.has(`${orgId} ${unit}`));
    await units.write(
      this.#parts.database,
      forgotten.map((unit) => ({ ...unit, who: false, version: at })),
    );
  }

  /** Whether so many events are open that they are to be counted. @param added - how many have just come in. */
  isDue(units: Units, added: number): boolean {
    const open = units.listOpen().reduce((sum, unit) => sum + (isDay(unit) ? unit.open : 0), 0);
    return open >= this.#parts.epochEvents * (added <= calmEvents ? 1 : longestWait);
  }

  /**
   * Counts what is open.
   *
   * @param at - a clock that is later than any at which a unit was opened, in microseconds.
   */
  count(units: Units, at: bigint, signal: AbortSignal): Promise<void> {
    return this.#counting.count(units, at, signal);
  }

  /** Takes away cells that no question reads any more, once an hour. */
  async clean(units: Units, at: bigint): Promise<void> {
    const before = at - replacedStayMicros;
    if (this.#cleanedAt !== undefined && this.#cleanedAt > before) {
      return;
    }
    const listed = unitTable(units.table);
    for (const rollup of cellRollups) {
      await this.#deleteCells(
        units,
        rollup,
        `counted < ${before} and counting not in (select counting from ${listed} final)
          and counting not in (select former from ${listed} final where version >= ${before})`,
      );
    }
    this.#cleanedAt = at;
  }

  async #deleteCells({ table }: Units, rollup: (typeof cellRollups)[number], where: string): Promise<void> {
    await this.#parts.tables.alter(cellTable(table, rollup), `delete where ${where}`);
  }
}

/** Of a unit that is open from now on: by which counting questions may still read it. */
const former = (before: Unit | undefined) => ({
  counting: '0',
  former: before && isCounted(before) ? before.counting : (before?.former ?? '0'),
});
