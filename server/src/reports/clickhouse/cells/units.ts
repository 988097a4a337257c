import { Readable } from 'node:stream';
import type { EventDatabase } from '../connection.ts';
import { besideEvents } from './cell-tables.ts';

/** A day of an org, or a month, by its own clock, and how far its events are in cells. */
export interface Unit {
  readonly orgId: string;
  /** 20250531 or 202505. */
  readonly unit: number;
  /** Between which moments its events happened, in microseconds; where some are gone, it may say more. */
  readonly since: number;
  readonly until: number;
  /** About; none for a unit that is gone. */
  readonly events: number;
  /** Events that came since it was counted, about. */
  readonly open: number;
  /** By which its cells are found; 0 where its events are to be counted one by one. */
  readonly counting: string;
  /** The one before, which questions that were asked by then may still read. */
  readonly former: string;
  /** Whether of any of its events it is known who it was; where it says so, it may be forgotten. */
  readonly who: boolean;
  /** Of what is said of a unit, the greatest is what holds. */
  readonly version: bigint;
}

const columns = ['org_id', 'unit', 'since', 'until', 'events', 'open', 'counting', 'former', 'who', 'version'] as const;

/** The table of units, beside that of the events. */
export const unitTable = (table: string): string => besideEvents(table, 'unit');

export const declaredUnits = {
  columns: `org_id LowCardinality(String), unit UInt32, since Int64, until Int64, events UInt64, open UInt64, counting UInt64, former UInt64,
    who Bool, version UInt64`,
  tail: 'order by (org_id, unit)',
} as const;

export const isDay = ({ unit }: Pick<Unit, 'unit'>): boolean => unit > 1_000_000;
export const monthOf = (day: number): number => Math.floor(day / 100);
export const isCounted = ({ counting }: Unit): boolean => counting !== '0';

/** What a server knows of the units of a copy of the events: as of the last time it was refreshed. */
export class Units {
  readonly table: string;
  readonly #orgs = new Map<string, Map<number, Unit>>();
  /** What is not in cells; of a whole year, a few days and months. */
  readonly #open = new Set<Unit>();
  #known = 0n;

  constructor(table: string) {
    this.table = table;
  }

  /** Takes in what another server has written, until a moment of its notes; to be called by who has the lease. */
  async catchUp(database: Pick<EventDatabase, 'rows'>, at: bigint): Promise<void> {
    if (at === this.#known) {
      return;
    }
    const rows = await database.rows(
      `select org_id, unit, since, until, events, open, counting::String, former::String, who, version::String
      from ${unitTable(this.table)} where version > ${this.#known}`,
    );
    this.#take(
      rows.map(([orgId, unit, since, until, events, open, counting, former, who, version]) => ({
        orgId: String(orgId),
        unit: Number(unit),
        since: Number(since),
        until: Number(until),
        events: Number(events),
        open: Number(open),
        counting: String(counting),
        former: String(former),
        who: who === true,
        version: BigInt(String(version)),
      })),
    );
    this.noted(at);
  }

  /** How far the notes go that this knows. */
  noted(at: bigint): void {
    this.#known = at;
  }

  /** Writes what is to be known of units from now on. It holds for all servers once it is noted how far the events go. */
  async write(database: Pick<EventDatabase, 'insert'>, units: readonly Unit[]): Promise<void> {
    if (units.length === 0) {
      return;
    }
    const rows = units.map((unit) =>
      [
        unit.orgId,
        unit.unit,
        unit.since,
        unit.until,
        unit.events,
        unit.open,
        unit.counting,
        unit.former,
        unit.who,
        unit.version,
      ].join('\t'),
    );
    const text = Readable.from([Buffer.from(`${rows.join('\n')}\n`)], { objectMode: false });
    await database.insert(unitTable(this.table), columns, text);
    this.#take(units);
  }

  find(orgId: string, unit: number): Unit | undefined {
    return this.#orgs.get(orgId)?.get(unit);
  }

  /** @param orgIds - of all orgs without it. */
  list(orgIds: readonly string[] = [...this.#orgs.keys()]): Unit[] {
    return orgIds.flatMap((id) => [...(this.#orgs.get(id)?.values() ?? [])]);
  }

  /** Those that are not in cells. */
  listOpen(): Unit[] {
    return [...this.#open];
  }

  #take(units: readonly Unit[]): void {
    for (const unit of units) {
      const ofOrg = this.#orgs.get(unit.orgId) ?? new Map<number, Unit>();
      const before = ofOrg.get(unit.unit);
      if (before && before.version > unit.version) {
        continue;
      }
      this.#orgs.set(unit.orgId, ofOrg);
      if (before) {
        this.#open.delete(before);
      }
      if (unit.events === 0) {
        ofOrg.delete(unit.unit);
        continue;
      }
      ofOrg.set(unit.unit, unit);
      if (!isCounted(unit)) {
        this.#open.add(unit);
      }
    }
  }
}
