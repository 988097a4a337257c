import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { personalGroupings } from '@noa/domain/reporting/report.ts';
import type { SourceState } from '../source/source-state.ts';
import type { EventDatabase } from './connection.ts';
import { declared, eventForm, fed } from './event-columns.ts';

/** How far the events go that are counted, and where they are. */
export interface FedState {
  readonly source: SourceState;
  /** The table, in its database, ready to be put into a statement. */
  readonly table: string;
  /** PostgreSQL's clock at the last feeding, in microseconds. */
  readonly at: bigint;
}

/** Changes with anything that decides what is in a table: events are copied anew. */
const layout = createHash('sha256')
  .update([declared, eventForm.select('')].join())
  .digest('hex')
  .slice(0, 12);

/** Former rows of events, as of those of whom it was forgotten who it was, are gone from the disk after this time, and a few seconds. */
const replacedGoSeconds = 3600;

/** A name of a table of this layout; another one for each copy of the events. */
const prefix = `card_event_${layout}_`;

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
      `select name, state, at::String from ${this.#within}.event_feed
      where layout = {p1:String} and name in (select name from system.tables where database = {p2:String})`,
      [layout, this.#database.address.database],
    );
    if (!found) {
      return undefined;
    }
    const [name, state, at] = found.map(String) as [string, string, string];
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

  /** A table for a new copy of the events, without any. */
  async create(): Promise<string> {
    const name = `${prefix}${randomUUID().slice(0, 8)}`;
    const { cluster } = this.#database.address;
    const kept = cluster === null ? name : `${name}_here`;
    // A month of an org is read together; what came again of an event lies in the same part of the table as the event.
    await this.#database.run(`create table ${this.#named(kept)} ${this.#onCluster} (${declared})
      engine = ${cluster === null ? 'ReplacingMergeTree' : 'ReplicatedReplacingMergeTree'}(${[...this.#replica('{shard}', '{replica}'), fed].join(', ')})
      partition by toYYYYMM(occurred_at) order by (org_id, toStartOfHour(occurred_at), id)
      settings min_age_to_force_merge_seconds = ${replacedGoSeconds}`);
    if (cluster !== null) {
      await this.#database.run(`create table ${this.#named(name)} ${this.#onCluster} as ${this.#named(kept)}
        engine = Distributed(${[quoted(cluster), this.#within, quoted(kept), 'cityHash64(org_id)'].join(', ')})`);
    }
    return this.#named(name);
  }

  /** Deletes what some orgs have: events before a moment of each, in milliseconds since 1970. It is gone when this is. */
  async letGo(table: string, deletedBefore: Readonly<Record<string, number>>): Promise<void> {
    const orgs = Object.keys(deletedBefore).map((id) => `'${id}'`);
    if (orgs.length === 0) {
      return; // those that had are gone themselves
    }
    const moments = Object.values(deletedBefore).map((ms) => `fromUnixTimestamp64Milli(${Math.trunc(ms)}, 'UTC')`);
    const kept = this.#onCluster === '' ? table : hereOf(table);
    const none = `fromUnixTimestamp64Milli(0, 'UTC')`;
    await this.#database.run(`alter table ${kept} ${this.#onCluster} delete
      where occurred_at < transform(org_id::String, [${orgs.join(', ')}], [${moments.join(', ')}], ${none})`);
  }

  /** Takes from events that meet a condition who it was; it is gone when this is. */
  async forgetWho(table: string, chosen: string): Promise<void> {
    const kept = this.#onCluster === '' ? table : hereOf(table);
    const nobody = [...personalGroupings.map((who) => `${who}_id = null`), 'forget_on = null'].join(', ');
    await this.#database.run(`alter table ${kept} ${this.#onCluster} update ${nobody} where ${chosen}`);
  }

  /** Takes away what was left half done, and former copies. Questions that run on one are answered. */
  async dropOthers(than: string | undefined): Promise<void> {
    const found = await this.#database.rows(
      `select name from system.tables where database = {p1:String} and startsWith(name, {p2:String})`,
      [this.#database.address.database, prefix],
    );
    const kept = than === undefined ? [] : [than, hereOf(than)];
    for (const name of found.map(([each]) => this.#named(String(each))).filter((each) => !kept.includes(each))) {
      await this.#database.run(`drop table if exists ${name} ${this.#onCluster}`);
    }
  }

  async #prepare(): Promise<void> {
    if (this.#isPrepared) {
      return;
    }
    await this.#database.run(`create database if not exists ${this.#within} ${this.#onCluster}`);
    const engine = this.#onCluster === '' ? 'ReplacingMergeTree' : 'ReplicatedReplacingMergeTree';
    // On a cluster each node has all of it: it is a row for each layout.
    await this.#database.run(`create table if not exists ${this.#within}.event_feed ${this.#onCluster}
      (layout String, name String, state String, at UInt64)
      engine = ${engine}(${[...this.#replica('all', '{shard}-{replica}'), 'at'].join(', ')}) order by layout`);
    this.#isPrepared = true;
  }

  /** Of an engine that replicates: where, and as whom. */
  #replica(shard: string, replica: string): string[] {
    return this.#onCluster === '' ? [] : [`'/clickhouse/tables/{uuid}/${shard}'`, `'${replica}'`];
  }

  #named(name: string): string {
    return `${this.#within}.${quoted(name)}`;
  }
}

/** Of a table over all shards, the one that a node has. */
const hereOf = (table: string) => table.replace(/`$/, '_here`');

/** As one value of a row of text. */
const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
