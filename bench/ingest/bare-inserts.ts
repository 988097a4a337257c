import pg from 'pg';
import type { Batches } from './batches.ts';

const said = {
  org_id: 'uuid',
  kind: 'card_event_kind',
  occurred_at: 'timestamptz',
  device_at: 'timestamptz',
  boot_number: 'int',
  event_number: 'int',
  list_version: 'int8',
  litres: 'int',
  failed_attempt: 'bool',
  unauthorised: 'bool',
  anonymous: 'bool',
} as const;

const who = { serial_number: 'text', card_id: 'uuid', apartment_id: 'uuid' } as const;

const belonging = {
  container_id: 'uuid',
  container_group_id: 'uuid',
  waste_stream: 'text',
  entrance_id: 'uuid',
  tower_block_id: 'uuid',
  access_group_id: 'uuid',
  manager_id: 'uuid',
} as const;

interface Shape {
  readonly table: string;
  readonly columns: Readonly<Record<string, string>>;
  /** Statements that make the table. */
  readonly create: string;
  /** The rows of a boot number, in the order in which they were stored; a text of each column. */
  readonly rows: string;
}

const names = (columns: Shape['columns'], prefix = '', type = '') =>
  Object.keys(columns)
    .map((name) => `${prefix}${name}${type}`)
    .join(', ');

const declared = (columns: Shape['columns']) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

const numbers = { container_number: 'int', entrance_number: 'int' } as const;

const whoIndexes = (table: string) => `
  create index on ${table} (org_id, card_id, occurred_at);
  create index on ${table} (org_id, apartment_id, occurred_at)`;

/** In what a batch is inserted, with the keys, checks and indexes of the events. */
export const shapes = {
  /** As they are kept, with numbers that somebody else has found; who in the same row. */
  numbered: {
    table: 'bench_numbered_event',
    columns: { ...said, ...numbers, ...who },
    create: `
      create table bench_numbered_event (like stored_event including all);
      select add_look_ups('bench_numbered_event');
      alter table bench_numbered_event add serial_number text, add card_id uuid, add apartment_id uuid;
      ${whoIndexes('bench_numbered_event')}`,
    rows: `select ${names({ ...said, ...numbers }, 'e.', '::text')}, ${names(who, 'i.', '::text')} from stored_event e
      left join event_identity i on i.forget_on = e.forget_on and i.event_id = e.id where e.boot_number = $1 order by e.id`,
  },
  /** As outsiders know them: each with the ids of what it belonged to, which recording has to find. */
  whole: {
    table: 'bench_whole_event',
    columns: { ...said, ...belonging, ...who },
    create: `
      create table bench_whole_event (id bigint default nextval('card_event_id'), received_at timestamptz not null default now(),
        tx_id xid8 not null default pg_current_xact_id(), ${declared({ ...said, ...belonging, ...who })},
        primary key (org_id, occurred_at, id));
      create index on bench_whole_event (container_id, boot_number, event_number);
      create index on bench_whole_event (entrance_id, occurred_at);
      create index on bench_whole_event (tx_id);
      create index on bench_whole_event using brin (occurred_at);
      ${whoIndexes('bench_whole_event')}`,
    rows: `select ${names({ ...said, ...belonging, ...who }, '', '::text')} from card_event where boot_number = $1 order by id`,
  },
} as const satisfies Record<string, Shape>;

type Row = readonly unknown[];

/** Inserts rows that were recorded once more, into one table of a shape. */
export class BareInserts {
  readonly #clients: readonly pg.Client[];
  readonly #shape: Shape;
  #rows: Row[] = [];

  private constructor(clients: readonly pg.Client[], shape: Shape) {
    this.#clients = clients;
    this.#shape = shape;
  }

  static async open(url: string, connections: number, shape: Shape): Promise<BareInserts> {
    const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
    // A run that fails stops the server first; its queries say why.
    clients.forEach((client) => client.on('error', () => undefined));
    await Promise.all(clients.map((client) => client.connect()));
    await clients[0]?.query(shape.create);
    return new BareInserts(clients, shape);
  }

  /** Takes the rows that the batches have become, in the order in which they were stored. */
  async take({ bootNumber, size }: Batches): Promise<void> {
    const answer = await this.#clients[0]?.query<unknown[]>({
      text: this.#shape.rows,
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
    const columns = Object.keys(this.#shape.columns);
    const rows = Array.from(
      { length: batch },
      (_, row) => `(${columns.map((__, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
    );
    return this.#insert('values', `values ${rows.join(', ')}`, batch, (taken) => taken.flat());
  }

  /** `insert … select from unnest(…)`: a parameter for each column. @returns milliseconds. */
  insertUnnest(batch: number): Promise<number> {
    const arrays = Object.values(this.#shape.columns).map((type, column) => `$${column + 1}::${type}[]`);
    const byColumn = (taken: readonly Row[]) => arrays.map((_, column) => taken.map((row) => row[column]));
    return this.#insert('unnest', `select * from unnest(${arrays.join(', ')})`, batch, byColumn);
  }

  async #insert(name: string, source: string, batch: number, params: (rows: readonly Row[]) => unknown[]) {
    const { table, columns } = this.#shape;
    await this.#clients[0]?.query(`truncate ${table}`);
    const text = `insert into ${table} (${names(columns)}) ${source}`;
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
