import type { DuckDBValue } from '@duckdb/node-api';
import type { Connection } from './connection.ts';
import { throughFiles } from './csv-files.ts';
import {
  createIncoming,
  deleteAgain,
  findIncomingAgain,
  findKeyless,
  giveKeys,
  isAgain,
  loadFile,
  moveIncoming,
} from './event-table.ts';
import { layout } from './layout.ts';
import { forgetInTallies, takeFromTallies } from './tallies.ts';

export interface StoreState {
  readonly source: string;
  readonly snapshot: string;
  readonly zones: ReadonlyMap<string, string>;
}

/** What is added to a store: events, and the state it then has. */
export interface Delivery extends StoreState {
  /** As CSV what is added to a store; as `COPY … (format binary)` all that a new one is filled with. */
  readonly events: AsyncIterable<Buffer>;
  /** Orgs all of whose events are among them, and take the place of what is there. */
  readonly replaced: readonly string[];
  /** Told how many events a new store has so far. */
  readonly onProgress: (events: number) => void;
}

/**
 * Takes in what is new. An event that is there already is replaced: one that PostgreSQL stamps anew, because something in it
 * had to go, must not count twice.
 *
 * @param before - what the store holds.
 * @returns how many events there were.
 */
export async function receiveNew(
  connection: Connection,
  folder: string,
  delivery: Delivery,
  before: StoreState,
): Promise<number> {
  await connection.run(createIncoming);
  const load = async (path: string) => void (await connection.run(loadFile(path)));
  const bytes = await throughFiles(delivery.events, folder, load);
  const zones = [...delivery.zones].filter(([org, zone]) => before.zones.get(org) !== zone);
  if (bytes === 0 && zones.length === 0) {
    return 0; // nothing to write, not even the snapshot: the older one gives the same answer
  }
  for (const org of delivery.replaced) {
    await runAll(connection, forgetInTallies, [org]);
    await connection.run('delete from card_event where org_id = $1::uuid', [org]);
  }
  await removeAgain(connection, findIncomingAgain, []);
  const events = await moveToEvents(connection);
  await noteState(connection, delivery, zones);
  return events;
}

/** Takes away what is there of events that come again, out of the tallies as well. */
export async function removeAgain(connection: Connection, find: string, values: DuckDBValue[]): Promise<void> {
  await connection.run(find, values);
  if ((await connection.rows('from again limit 1')).length > 0) {
    await runAll(connection, takeFromTallies(isAgain));
    await connection.run(deleteAgain);
  }
}

/** @returns how many there were. */
async function moveToEvents(connection: Connection): Promise<number> {
  if ((await connection.rows(findKeyless)).length > 0) {
    for (const statement of giveKeys) {
      await connection.run(statement);
    }
  }
  const rowsChanged = await connection.run(moveIncoming);
  await connection.run('drop table incoming');
  return rowsChanged;
}

/** Notes how far the store goes. */
export async function noteState(connection: Connection, { source, snapshot }: StoreState, zones: [string, string][]) {
  for (const [org, zone] of zones) {
    await connection.run('delete from org_zone where org_id = $1::uuid', [org]);
    await connection.run('insert into org_zone values ($1::uuid, $2)', [org, zone]);
  }
  await connection.run('delete from meta');
  await connection.run('insert into meta values ($1, $2, $3)', [layout, source, snapshot]);
}

/** Statements of tallies, one after the other; each with all the values. */
export async function runAll(connection: Connection, statements: readonly string[], values: string[] = []) {
  for (const statement of statements) {
    await connection.run(statement, values);
  }
}
