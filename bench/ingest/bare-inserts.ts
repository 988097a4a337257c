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
  readonly columns: Readonly<Record<string, string>>;
  /** Statements that make a table. */
  readonly create: (table: string) => string;
  /** The rows that were stored, with each column as `told` has it. */
  readonly stored: (told: (name: string) => string) => string;
  /** By what they are found and ordered. */
  readonly boot: string;
  readonly order: string;
}

const names = (columns: Shape['columns']) => Object.keys(columns).join(', ');

const declared = (columns: Shape['columns']) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

const numbers = { container_number: 'int', entrance_number: 'int' } as const;

const whoIndexes = (table: string) => `
  create index on ${table} (org_id, card_id, occurred_at);
  create index on ${table} (org_id, apartment_id, occurred_at)`;

const toldOf = (columns: Shape['columns'], told: (name: string) => string) => Object.keys(columns).map(told).join(', ');

/** In what a batch is inserted, with the keys, checks and indexes of the events. */
export const shapes = {
  /** As they are kept, with numbers that somebody else has found; who in the same row. */
  numbered: {
    columns: { ...said, ...numbers, ...who },
    create: (table) => `
      create table ${table} (like stored_event including all);
      select add_look_ups('${table}');
      alter table ${table} add serial_number text, add card_id uuid, add apartment_id uuid;
      ${whoIndexes(table)}`,
    stored: (
      told,
    ) => `select ${toldOf({ ...said, ...numbers }, (name) => `e.${told(name)}`)}, ${toldOf(who, (name) => `i.${told(name)}`)} from stored_event e
      left join event_identity i on i.forget_on = e.forget_on and i.event_id = e.id`,
    boot: 'e.boot_number',
    order: 'e.id',
  },
  /** As outsiders know them: each with the ids of what it belonged to, which recording has to find. */
  whole: {
    columns: { ...said, ...belonging, ...who },
    create: (table) => `
      create table ${table} (id bigint default nextval('card_event_id'), received_at timestamptz not null default now(),
        tx_id xid8 not null default pg_current_xact_id(), ${declared({ ...said, ...belonging, ...who })},
        primary key (org_id, occurred_at, id));
      create index on ${table} (container_id, boot_number, event_number);
      create index on ${table} (entrance_id, occurred_at);
      create index on ${table} (tx_id);
      create index on ${table} using brin (occurred_at);
      ${whoIndexes(table)}`,
    stored: (told) => `select ${toldOf({ ...said, ...belonging, ...who }, told)} from card_event`,
    boot: 'boot_number',
    order: 'id',
  },
} as const satisfies Record<string, Shape>;

type Row = readonly unknown[];

/** Inserts rows that were recorded once more, into one table of a shape, which grows as that of the events does: an index of more rows takes longer. */
export class BareInserts {
  readonly #clients: readonly pg.Client[];
  readonly #shape: Shape;
  readonly #table: string;
  #rows: Row[] = [];

  private constructor(clients: readonly pg.Client[], shape: Shape, table: string) {
    this.#clients = clients;
    this.#shape = shape;
    this.#table = table;
  }

  /** Makes the table, with all events that there are. */
  static async open(url: string, connections: number, shape: Shape, table: string): Promise<BareInserts> {
    const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
    // A run that fails stops the server first; its queries say why.
    clients.forEach((client) => client.on('error', () => undefined));
    await Promise.all(clients.map((client) => client.connect()));
    const { columns, create, stored, order } = shape;
    await clients[0]?.query(create(table));
    await clients[0]?.query(
      `insert into ${table} (${names(columns)}) ${stored((name) => `${name}::${columns[name]}`)} order by ${order}`,
    );
    return new BareInserts(clients, shape, table);
  }

  /** Takes the rows that the batches have become, in the order in which they were stored. */
  async take({ bootNumbers, size }: Batches): Promise<void> {
    const { stored, boot, order } = this.#shape;
    const answer = await this.#clients[0]?.query<unknown[]>({
      text: `${stored((name) => `${name}::text`)} where ${boot} = any($1) order by ${order}`,
      values: [bootNumbers],
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
    const { columns } = this.#shape;
    const text = `insert into ${this.#table} (${names(columns)}) ${source}`;
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
