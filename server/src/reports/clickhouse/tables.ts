import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { personalGroupings } from '@noa/domain/reporting/report.ts';
import type { SourceState } from '../source/source-state.ts';
import type { EventDatabase } from './connection.ts';
import { besideEvents, cellRollups, cellTable, declaredCells, suffixOf } from './cells/cell-tables.ts';
import { declaredUnits, unitTable } from './cells/units.ts';
import { declared, eventForm, fed } from './event-columns.ts';

/** How far the events go that are counted, and where they are. */
export interface FedState {
  readonly source: SourceState;
  /** The table, in its database, ready to be put into a statement. */
  readonly table: string;
  /** PostgreSQL's clock at the last feeding, in microseconds. */
  readonly at: bigint;
}

/** What came last is found without reading what came before. */
const fedIndex = `index fed_index ${fed} type minmax granularity 1`;

/** Changes with anything that decides what is in a table, or who keeps it: events are copied anew. */
const layout = createHash('sha256')
  .update(
    [declared, fedIndex, eventForm.select(''), declaredUnits, ...cellRollups.map(declaredCells)]
      .map((each) => JSON.stringify(each))
      .join(),
  )
  .digest('hex')
  .slice(0, 12);

/** Former rows of events, as of those of whom it was forgotten who it was, are gone from the disk after this time, and a few seconds. */
const replacedGoSeconds = 3600;

/** A name of a table of this layout; another one for each copy of the events. */
const prefix = `card_event_${layout}_`;

/** Of the tables beside it. */
const suffixes = [...cellRollups.map(suffixOf), 'unit'];

const quoted = (name: string) => `\`${name.replaceAll('`', '')}\``;

type Used = Pick<EventDatabase, 'address' | 'rows' | 'run' | 'insert'>;

/** What stands in ClickHouse: events, in a table for each copy of them, and how far they go. */
export class EventTables {
  readonly #database: Used;
  readonly #within: string;
  readonly #onCluster: string;
  #isPrepared = false;

  constructor(database: Used) {
    const { address } = database;
    this.#database = database;
    this.#within = quoted(address.database);
    this.#onCluster = address.cluster === null ? '' : `on cluster ${quoted(address.cluster)}`;
  }

  /** @returns undefined before events were copied for this layout, and where somebody took them away. */
  async readState(): Promise<FedState | undefined> {
    await this.#prepare();
    const [found] = await this.#database.rows(
      `select name, state, at::String,
        (select arrayStringConcat(groupArray(name), ' ') from system.tables where database = {p2:String} and startsWith(name, {p3:String}))
      from ${this.#within}.event_feed where layout = {p1:String}`,
      [layout, this.#database.address.database, prefix],
    );
    const [name = '', state = '', at = '', there = ''] = (found ?? []).map(String);
    const isThere = new Set(there.split(' '));
    if (!found || ![name, ...suffixes.map((suffix) => `${name}_${suffix}`)].every((each) => isThere.has(each))) {
      return undefined;
    }
    return { table: this.#named(name), source: JSON.parse(state) as SourceState, at: BigInt(at) };
  }

  /** After what it says has been written: whoever is ended before writes it again, and nothing counts twice. */
  async note({ table, source, at }: FedState): Promise<void> {
    const name = table.slice(this.#named('').length - 1, -1);
    const row = [layout, name, JSON.stringify(source), String(at)].map(escaped).join('\t');
    await this.#database.insert(
      `${this.#within}.event_feed`,
      ['layout', 'name', 'state', 'at'],
      Readable.from([Buffer.from(`${row}\n`)], { objectMode: false }),
    );
  }

  /** A table for a new copy of the events, without any, and those of its cells beside it. */
  async create(): Promise<string> {
    const table = this.#named(`${prefix}${randomUUID().slice(0, 8)}`);
    // A month of an org is read together; what came again of an event lies in the same part of the table as the event.
    await this.#create(table, `${declared}, ${fedIndex}`, {
      engine: 'ReplacingMergeTree',
      version: fed,
      tail: `partition by toYYYYMM(occurred_at) order by (org_id, toStartOfHour(occurred_at), id)
        settings min_age_to_force_merge_seconds = ${replacedGoSeconds}`,
    });
    for (const rollup of cellRollups) {
      const { columns, tail } = declaredCells(rollup);
      await this.#create(cellTable(table, rollup), columns, { engine: 'MergeTree', tail });
    }
    await this.#createEverywhere(unitTable(table), declaredUnits.columns, 'version', declaredUnits.tail);
    return table;
  }

  /** Spread over a cluster, where there is one: of an org, all is on one shard. */
  async #create(table: string, columns: string, { engine, version, tail }: Kept): Promise<void> {
    const kept = this.#keptOf(table);
    const inEngine = [...this.#replica('{shard}', '{replica}'), ...(version === undefined ? [] : [version])].join(', ');
    await this.#database.run(`create table ${kept} ${this.#onCluster} (${columns})
      engine = ${this.#onCluster === '' ? '' : 'Replicated'}${engine}(${inEngine}) ${tail}`);
    const { cluster } = this.#database.address;
    if (cluster !== null) {
      const name = kept.slice(this.#within.length + 1);
      await this.#database.run(`create table ${table} ${this.#onCluster} as ${kept}
        engine = Distributed(${[quoted(cluster), this.#within, name, 'cityHash64(org_id)'].join(', ')})`);
    }
  }

  /** On a cluster each node has all of it. */
  async #createEverywhere(table: string, columns: string, version: string, tail: string): Promise<void> {
    const engine = this.#onCluster === '' ? 'ReplacingMergeTree' : 'ReplicatedReplacingMergeTree';
    await this.#database.run(`create table if not exists ${table} ${this.#onCluster} (${columns})
      engine = ${engine}(${[...this.#replica('all', '{shard}-{replica}'), version].join(', ')}) ${tail}`);
  }

  /** Changes rows of a table; it is done when this is. */
  async alter(table: string, change: string): Promise<void> {
    await this.#database.run(`alter table ${this.#keptOf(table)} ${this.#onCluster} ${change}`);
  }

  /** Deletes what some orgs have: events before a moment of each, in milliseconds since 1970. It is gone when this is. */
  async letGo(table: string, deletedBefore: Readonly<Record<string, number>>): Promise<void> {
    const orgs = Object.keys(deletedBefore).map((id) => `'${id}'`);
    if (orgs.length === 0) {
      return; // those that had are gone themselves
    }
    const moments = Object.values(deletedBefore).map((ms) => `fromUnixTimestamp64Milli(${Math.trunc(ms)}, 'UTC')`);
    const none = `fromUnixTimestamp64Milli(0, 'UTC')`;
    await this.alter(
      table,
      `delete where occurred_at < transform(org_id::String, [${orgs.join(', ')}], [${moments.join(', ')}], ${none})`,
    );
  }

  /** Takes from events that meet a condition who it was; it is gone when this is. */
  async forgetWho(table: string, chosen: string): Promise<void> {
    const nobody = [...personalGroupings.map((who) => `${who}_id = null`), 'forget_on = null'].join(', ');
    await this.alter(table, `update ${nobody} where ${chosen}`);
  }

  /** Takes away what was left half done, and former copies. Questions that run on one are answered. */
  async dropOthers(than: string | undefined): Promise<void> {
    const found = await this.#database.rows(
      `select name from system.tables where database = {p1:String} and startsWith(name, {p2:String})`,
      [this.#database.address.database, prefix],
    );
    const own = than?.slice(0, -1); // and what stands beside it
    const isOther = (name: string) => own === undefined || !name.startsWith(own);
    for (const name of found.map(([each]) => this.#named(String(each))).filter(isOther)) {
      await this.#database.run(`drop table if exists ${name} ${this.#onCluster}`);
    }
  }

  async #prepare(): Promise<void> {
    if (this.#isPrepared) {
      return;
    }
    await this.#database.run(`create database if not exists ${this.#within} ${this.#onCluster}`);
    const columns = 'layout String, name String, state String, at UInt64';
    await this.#createEverywhere(`${this.#within}.event_feed`, columns, 'at', 'order by layout');
    this.#isPrepared = true;
  }

  /** Of an engine that replicates: where, and as whom. */
  #replica(shard: string, replica: string): string[] {
    return this.#onCluster === '' ? [] : [`'/clickhouse/tables/{uuid}/${shard}'`, `'${replica}'`];
  }

  /** Of a table over all shards, the one that a node has. */
  #keptOf(table: string): string {
    return this.#onCluster === '' ? table : besideEvents(table, 'here');
  }

  #named(name: string): string {
    return `${this.#within}.${quoted(name)}`;
  }
}

interface Kept {
  readonly engine: 'MergeTree' | 'ReplacingMergeTree';
  /** Of rows that replace one another, the one with the greatest is the one. */
  readonly version?: string;
  readonly tail: string;
}

/** As one value of a row of text. */
const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
