import pg from 'pg';
import type { Batches } from './batches.ts';

/** Columns that ingestion writes; the others have their defaults, here as there. */
const columns = {
  org_id: 'uuid',
  kind: 'card_event_kind',
  occurred_at: 'timestamptz',
  device_at: 'timestamptz',
  boot_number: 'int',
  event_number: 'int',
  list_version: 'int8',
  container_number: 'int',
  entrance_number: 'int',
  serial_number: 'text',
  card_id: 'uuid',
  apartment_id: 'uuid',
  litres: 'int',
  failed_attempt: 'bool',
  unauthorised: 'bool',
  anonymous: 'bool',
} as const;
const names = Object.keys(columns);
/** Of these, what lies apart. */
const who = ['serial_number', 'card_id', 'apartment_id'];

type Row = readonly unknown[];

/** Inserts rows that were recorded once more, into one table of the columns, keys, checks and indexes of both. */
export class BareInserts {
  readonly #clients: readonly pg.Client[];
  #rows: Row[] = [];

  private constructor(clients: readonly pg.Client[]) {
    this.#clients = clients;
  }

  static async open(url: string, connections: number): Promise<BareInserts> {
    const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
    // A run that fails stops the server first; its queries say why.
    clients.forEach((client) => client.on('error', () => undefined));
    await Promise.all(clients.map((client) => client.connect()));
    await clients[0]?.query(`
      create table bench_card_event (like stored_event including all);
      select add_look_ups('bench_card_event');
      alter table bench_card_event add serial_number text, add card_id uuid, add apartment_id uuid;
      create index on bench_card_event (org_id, card_id, occurred_at);
      create index on bench_card_event (org_id, apartment_id, occurred_at)`);
    return new BareInserts(clients);
  }

  /** Takes the rows that the batches have become, in the order in which they were stored. */
  async take({ bootNumber, size }: Batches): Promise<void> {
    const answer = await this.#clients[0]?.query<unknown[]>({
      text: `select ${names.map((name) => `${who.includes(name) ? 'i' : 'e'}.${name}::text`).join(', ')} from stored_event e
        left join event_identity i on i.forget_on = e.forget_on and i.event_id = e.id where e.boot_number = $1 order by e.id`,
      values: [bootNumber],
      rowMode: 'array',
    });
    this.#rows = answer?.rows ?? [];
    if (this.#rows.length !== size) {
      throw new Error(`${this.#rows.length} of ${size} events were stored`);
    }
  }

  /** `insert … values (…), (…), …`, prepared once for each connection. @returns milliseconds. */
  insertValues(batch: number): Promise<number> {
    const rows = Array.from(
      { length: batch },
      (_, row) => `(${names.map((__, column) => `$${row * names.length + column + 1}`).join(', ')})`,
    );
    return this.#insert('values', `values ${rows.join(', ')}`, batch, (taken) => taken.flat());
  }

  /** `insert … select from unnest(…)`: a parameter for each column. @returns milliseconds. */
  insertUnnest(batch: number): Promise<number> {
    const arrays = Object.values(columns).map((type, column) => `$${column + 1}::${type}[]`);
    const byColumn = (taken: readonly Row[]) => names.map((_, column) => taken.map((row) => row[column]));
    return this.#insert('unnest', `select * from unnest(${arrays.join(', ')})`, batch, byColumn);
  }

  async #insert(name: string, source: string, batch: number, params: (rows: readonly Row[]) => unknown[]) {
    await this.#clients[0]?.query('truncate bench_card_event');
    const text = `insert into bench_card_event (${names.join(', ')}) ${source}`;
    const queue = Array.from({ length: this.#rows.length / batch }, (_, index) =>
      params(this.#rows.slice(index * batch, (index + 1) * batch)),
    );
    const began = performance.now();
    await Promise.all(
      this.#clients.map(async (client) => {
        for (let values = queue.shift(); values; values = queue.shift()) {
          await client.query({ name, text, values });
        }
      }),
    );
    return performance.now() - began;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end()));
  }
}
