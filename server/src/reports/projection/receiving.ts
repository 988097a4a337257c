import type { DuckDBConnection } from '@duckdb/node-api';
import { throughFiles } from './csv-files.ts';
import { createIncoming, findKeyless, giveKeys, layout, loadFile, moveIncoming } from './event-table.ts';

export interface StoreState {
  readonly source: string;
  readonly snapshot: string;
  readonly zones: ReadonlyMap<string, string>;
}

/** What is added to a store: events, and the state it then has. */
export interface Delivery extends StoreState {
  readonly events: AsyncIterable<Buffer>;
  /** Orgs all of whose events are among them, and take the place of what is there. */
  readonly replaced: readonly string[];
  /** Told how many events a new store has so far. */
  readonly onProgress: (events: number) => void;
}

/**
 * Fills a new store, file by file: memory and disk hold one of them, however many events there are. Each is written for good,
 * as nobody sees the store before it is whole; in one transaction, what is done with would have to be kept until its end.
 */
export async function receiveAll(connection: DuckDBConnection, folder: string, delivery: Delivery): Promise<void> {
  let events = 0;
  await throughFiles(delivery.events, folder, async (path) => {
    await connection.run(createIncoming);
    await connection.run(loadFile(path));
    events += await moveToEvents(connection);
    delivery.onProgress(events);
  });
  await noteState(connection, delivery, [...delivery.zones]);
}

/**
 * Takes in what is new. An event that is there already is replaced: one that PostgreSQL stamps anew, because something in it
 * had to go, must not count twice.
 *
 * @param before - what the store holds.
 */
export async function receiveNew(
  connection: DuckDBConnection,
  folder: string,
  delivery: Delivery,
  before: StoreState,
): Promise<void> {
  await connection.run(createIncoming);
  const load = async (path: string) => void (await connection.run(loadFile(path)));
  const bytes = await throughFiles(delivery.events, folder, load);
  const zones = [...delivery.zones].filter(([org, zone]) => before.zones.get(org) !== zone);
  if (bytes === 0 && zones.length === 0) {
    return; // nothing to write, not even the snapshot: the older one gives the same answer
  }
  await connection.run(
    'delete from card_event using incoming i where card_event.org_id = i.org_id and card_event.id = i.id',
  );
  for (const org of delivery.replaced) {
    await connection.run('delete from card_event where org_id = $1::uuid', [org]);
  }
  await moveToEvents(connection);
  await noteState(connection, delivery, zones);
}

/** @returns how many there were. */
async function moveToEvents(connection: DuckDBConnection): Promise<number> {
  if ((await connection.runAndReadAll(findKeyless)).currentRowCount > 0) {
    for (const statement of giveKeys) {
      await connection.run(statement);
    }
  }
  const { rowsChanged } = await connection.run(moveIncoming);
  await connection.run('drop table incoming');
  return rowsChanged;
}

async function noteState(connection: DuckDBConnection, { source, snapshot }: StoreState, zones: [string, string][]) {
  for (const [org, zone] of zones) {
    await connection.run('delete from org_zone where org_id = $1::uuid', [org]);
    await connection.run('insert into org_zone values ($1::uuid, $2)', [org, zone]);
  }
  await connection.run('delete from meta');
  await connection.run('insert into meta values ($1, $2, $3)', [layout, source, snapshot]);
}
