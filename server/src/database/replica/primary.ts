import { PreparingClient } from '../connection/prepared.ts';
import { sessionOf } from '../connection/session.ts';
import { named } from '../connection/statement-names.ts';
import { historyOf, primaryIdentity, primaryPosition, type WalPosition } from './wal-position.ts';

/** Milliseconds that a connection may take. */
const connectMs = 1_000;

interface Connected {
  readonly client: PreparingClient;
  readonly cluster: string;
  readonly database: string;
}

/** Tells how far the database is that is written to, over a connection of its own, which answers while all others are busy. */
export class Primary {
  readonly #url: string;
  #connected: Promise<Connected> | undefined;

  /** @param url - of the application's login. */
  constructor(url: string) {
    this.#url = url;
  }

  /** @throws PostgreSQL's error where it takes no writes itself. */
  async askPosition(): Promise<WalPosition> {
    this.#connected ??= this.#connect();
    const connected = this.#connected;
    try {
      const { client, cluster, database } = await connected;
      const { rows } = await client.query<{ timeline: string; bytes: string }>(named(primaryPosition));
      const { timeline = '', bytes = '' } = rows[0] ?? {};
      return { history: historyOf(cluster, timeline, database), bytes: BigInt(bytes) };
    } catch (error) {
      this.#giveUp(connected); // what answers there next may be another
      throw error;
    }
  }

  async close(): Promise<void> {
    const connected = await this.#connected?.catch(() => undefined);
    await connected?.client.end();
  }

  async #connect(): Promise<Connected> {
    const client = new PreparingClient({
      ...sessionOf(this.#url, 'application'),
      application_name: 'noa replica',
      connectionTimeoutMillis: connectMs,
    });
    await client.connect();
    const { rows } = await client.query<{ cluster: string; database: string }>(named(primaryIdentity));
    return { client, cluster: '', database: '', ...rows[0] };
  }

  #giveUp(connected: Promise<Connected>): void {
    if (this.#connected === connected) {
      this.#connected = undefined;
    }
    connected.then(
      ({ client }) => client.breakOff(),
      () => undefined,
    );
  }
}
