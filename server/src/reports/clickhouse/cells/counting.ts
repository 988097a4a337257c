import { randomUUID } from 'node:crypto';
import type { EventDatabase } from '../connection.ts';
import { addCells, cellRollups, countEvents, countingOf, finerOf, unitOf } from './cell-tables.ts';
import { isCounted, isDay, monthOf, type Unit, type Units } from './units.ts';

/** Events that are counted by one statement, about: a second of it, and some hundred megabytes. */
const mostEvents = 4_000_000;
/** As many of their units, which stand in the statement, or thirty times as many. */
const mostUnits = 100;

/** A month is counted a week after it ended, in whatever zone: until then its days are. */
const quietMs = 7.5 * 86_400_000;

/** Of an event, whether it is known who it was. */
export const isKnownWho = '(card_id is not null or apartment_id is not null)';

/** Rows by which a counting finds its cells. */
export const withCounting = (units: readonly Pick<Unit, 'counting'>[]): string =>
  `counting in (${units.map(({ counting }) => counting).join(', ')})`;

type Used = Pick<EventDatabase, 'rows' | 'insert' | 'run'>;
type Kind = 'day' | 'month';

interface Run {
  readonly table: string;
  readonly run: string;
  readonly at: bigint;
}

const inOrderOf = (moment: 'since' | 'unit') => (one: Unit, other: Unit) => one[moment] - other[moment];

const among = (unit: 'day' | 'month', units: readonly Unit[]) =>
  `(org_id, ${unitOf[unit]}) in (${units.map(({ orgId, unit: number }) => `('${orgId}', ${number})`).join(', ')})`;

/** So many events, or units, at once. */
function* inParts(units: readonly Unit[]): Generator<Unit[]> {
  let part: Unit[] = [];
  let events = 0;
  for (const unit of units) {
    if (part.length > 0 && (part.length === mostUnits || events + unit.events > mostEvents)) {
      yield part;
      [part, events] = [[], 0];
    }
    part.push(unit);
    events += unit.events;
  }
  if (part.length > 0) {
    yield part;
  }
}

/** Counts what is open into cells. */
export class Counting {
  readonly #database: Used;

  constructor(database: Used) {
    this.#database = database;
  }

  /**
   * Counts the open days, and the open months that ended some time ago.
   *
   * @param at - a clock that is later than any at which a unit was opened, in microseconds.
   */
  async count(units: Units, at: bigint, signal: AbortSignal): Promise<void> {
    const run = { table: units.table, run: randomUUID().slice(0, 8), at };
    const open = units.listOpen();
    const days: Unit[] = [];
    for (const part of inParts(open.filter(isDay).toSorted(inOrderOf('since')))) {
      signal.throwIfAborted();
      days.push(...(await this.#countDays(part, run)));
    }
    await units.write(this.#database, days);
    const isQuiet = ({ unit }: Unit) => Date.UTC(Math.floor(unit / 100), unit % 100, 1) + quietMs < Number(at / 1000n);
    const months: Unit[] = [];
    for (const part of inParts(open.filter((unit) => !isDay(unit) && isQuiet(unit)).toSorted(inOrderOf('unit')))) {
      signal.throwIfAborted();
      months.push(...(await this.#countMonths(units, part, run)));
    }
    await units.write(this.#database, months);
  }

  async #countDays(part: readonly Unit[], run: Run): Promise<Unit[]> {
    const where = `${inHull(part)} and ${among('day', part)}`;
    const rows = await this.#database.rows(
      `select org_id, ${unitOf.day}, toUnixTimestamp64Micro(min(occurred_at)), toUnixTimestamp64Micro(max(occurred_at)), count(), max(${isKnownWho}),
        ${countingOf('org_id', unitOf.day, run.run)}::String
      from ${run.table} where ${where} group by 1, 2`,
    );
    const found = new Map(rows.map(([orgId, day, ...told]) => [`${String(orgId)} ${Number(day)}`, told]));
    const counted = part.map((unit): Unit => {
      const [since, until, events, who, counting] = found.get(`${unit.orgId} ${unit.unit}`) ?? [];
      return events === undefined
        ? { ...unit, events: 0, open: 0, version: run.at }
        : {
            ...unit,
            since: Number(since),
            until: Number(until),
            events: Number(events),
            open: 0,
            counting: String(counting),
            who: Number(who) === 1,
            version: run.at,
          };
    });
    await this.#fill('day', run, where, counted);
    return counted;
  }

  async #countMonths(units: Units, part: readonly Unit[], run: Run): Promise<Unit[]> {
    const rows = await this.#database.rows(
      `select unit.1, unit.2, ${countingOf('unit.1', 'unit.2', run.run)}::String
      from (select arrayJoin([${part.map(({ orgId, unit }) => `('${orgId}', ${unit})`).join(', ')}]) as unit)`,
    );
    const countings = new Map(
      rows.map(([orgId, unit, counting]) => [`${String(orgId)} ${Number(unit)}`, String(counting)]),
    );
    const counted = part.map((unit): Unit => {
      const days = units.list([unit.orgId]).filter((day) => isDay(day) && monthOf(day.unit) === unit.unit);
      return {
        ...unit,
        since: days.reduce((least, { since }) => Math.min(least, since), Infinity),
        until: days.reduce((most, { until }) => Math.max(most, until), -Infinity),
        events: days.reduce((sum, { events }) => sum + events, 0),
        open: 0,
        counting: countings.get(`${unit.orgId} ${unit.unit}`) ?? '0',
        who: days.some(({ who }) => who),
        version: run.at,
      };
    });
    const there = counted.filter(({ events }) => events > 0);
    if (there.length > 0) {
      const days = units
        .list([...new Set(there.map(({ orgId }) => orgId))])
        .filter(
          (day) => isDay(day) && there.some(({ orgId, unit }) => orgId === day.orgId && unit === monthOf(day.unit)),
        );
      await this.#fill('month', run, `${inHull(there)} and ${among('month', there)}`, there, days);
    }
    return counted.map((unit) => (unit.events > 0 ? unit : { ...unit, since: 0, until: 0, counting: '0' }));
  }

  /** Fills the cells of units: out of the events that `where` says, or of finer cells, of these units or of their days. */
  async #fill(unit: Kind, run: Run, where: string, counted: readonly Unit[], days: readonly Unit[] = counted) {
    const ofUnit = cellRollups.filter((rollup) => rollup.unit === unit);
    for (const rollup of ofUnit.filter((each) => !finerOf(each))) {
      await this.#database.run(countEvents({ ...run, rollup, where }));
    }
    for (const rollup of ofUnit) {
      const finer = finerOf(rollup);
      const cells = (finer?.unit === unit ? counted : days).filter(isCounted);
      if (finer && cells.length > 0) {
        await this.#database.run(addCells({ ...run, rollup, where: withCounting(cells) }, finer));
      }
    }
  }
}

/** The moments of all of some units' events. */
function inHull(units: readonly Unit[]): string {
  const since = units.reduce((least, unit) => Math.min(least, unit.since), Infinity);
  const until = units.reduce((most, unit) => Math.max(most, unit.until), -Infinity);
  return `occurred_at between fromUnixTimestamp64Micro(${since}, 'UTC') and fromUnixTimestamp64Micro(${until}, 'UTC')`;
}
