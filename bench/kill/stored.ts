import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Finding } from '../simulate/verdict.ts';
import type { LedgerEntries } from './ledger.ts';

/** An event as the database has it. */
export interface StoredEvent {
  readonly key: string;
  /** Kind and serial, as the ledger writes them. */
  readonly content: string;
  readonly containerId: string;
  readonly litres: number;
  readonly failed: boolean;
}

/** How often a database that is just recovering is asked again, every quarter of a second. */
const tries = 40;

/** Every event that a lock reported, straight from the table. */
export async function readStored(databaseUrl: string, left = tries): Promise<StoredEvent[]> {
  try {
    return await read(databaseUrl);
  } catch (error) {
    if (left === 0) {
      throw error;
    }
    await pause(250);
    return readStored(databaseUrl, left - 1);
  }
}

async function read(databaseUrl: string): Promise<StoredEvent[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A connection that breaks tells the query that waits, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<StoredEvent>(
      `select container_id || '/' || boot_number || '/' || event_number as key, kind || ' ' || serial_number as content,
        container_id as "containerId", litres, failed_attempt as failed
      from card_event where event_number is not null`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Acknowledged ⊆ stored ⊆ sent; each key once; what is stored is what was sent (reliability.md, "The oracle"). */
export function compareStored(
  { sent, acknowledged, ambiguous }: LedgerEntries,
  stored: readonly StoredEvent[],
): Finding {
  const byKey = new Map<string, StoredEvent>();
  const twice = stored.filter((event) => {
    const known = byKey.has(event.key);
    byKey.set(event.key, event);
    return known;
  });
  const lost = [...acknowledged].filter((key) => !byKey.has(key));
  const unsent = [...byKey.keys()].filter((key) => !sent.has(key));
  const other = stored.filter(({ key, content }) => sent.has(key) && sent.get(key) !== content);
  return {
    title:
      `${acknowledged.size.toLocaleString('en')} events acknowledged, ${stored.length.toLocaleString('en')} stored, ` +
      `${sent.size.toLocaleString('en')} sent: none lost, each once, each as it was sent`,
    differences: [
      ...lost.map((key) => `${key} was acknowledged and is not stored`),
      ...twice.map(({ key }) => `${key} is stored twice`),
      ...unsent.map((key) => `${key} is stored and was never sent`),
      ...other.map(({ key, content }) => `${key} is stored as ${content}, sent as ${sent.get(key)}`),
      ...ambiguous.map((key) => `${key} was sent with two contents`),
    ],
  };
}
