import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Refusal, type Client } from '../client.ts';

/** How an import stands. */
export interface Job {
  readonly state: string;
  readonly failure: string | null;
}

/** What is done to an import: its rows go in, or out again. */
export type Operation = 'apply' | 'undo';

/** What people do not wait for: somebody works on it. */
const running: readonly string[] = ['checking', 'applying', 'undoing'];

/** What the API answers while PostgreSQL is away, and to what PostgreSQL broke off. */
const lost: readonly string[] = ['LimitExceeded', 'Internal'];

/** A server that is gone is missed after 35 s; one that was started anew on a busy machine may need as long again. */
const restMs = 120_000;

const fields = 'id state failure mapping';
const operations: Readonly<Record<Operation, string>> = {
  apply: `mutation ($id: ID!) { job: applyImport(id: $id) { ${fields} } }`,
  undo: `mutation ($id: ID!) { job: undoImport(id: $id) { ${fields} } }`,
};
const Start = `mutation ($file: Upload!) { job: startImport(kind: "buildings", file: $file) { ${fields} } }`;
const Check = `mutation ($id: ID!, $mapping: JSON!) { job: mapImport(id: $id, mapping: $mapping, createMissing: true) { ${fields} } }`;
const Look = `query ($id: ID!) { job: importJob(id: $id) { ${fields} } }`;

type Answer = { job: Job & { id: string; mapping: unknown } };

/** Apartments with occupiers and cards, of which one in two is registered already: so an import creates and changes. */
export function listOf(apartments: number, isChanged: boolean): File {
  const rows = Array.from({ length: apartments }, (_, index) => {
    const [block, door] = [Math.floor(index / 40) + 1, (index % 40) + 1];
    const serial = (0x04_00_00_01 + index * 0x1_07).toString(16).toUpperCase().padStart(8, '0');
    const rest = isChanged ? `Ionescu ${index};${serial}` : 'Popescu;';
    return isChanged || index % 2 === 0 ? [`Str. Unirii;${block};B${block};A;${door};casnic;${rest}`] : [];
  }).flat();
  const header = 'street;number;block;entrance;apartment;occupier_kind;occupier_name;card';
  return new File([[header, ...rows].join('\r\n')], 'apartamente.csv');
}

/** An import as somebody sees it whose server is killed again and again. */
export class KilledImport {
  readonly #root: Client;
  readonly id: string;
  readonly #mapping: unknown;

  private constructor(root: Client, { id, mapping }: Answer['job']) {
    this.#root = root;
    this.id = id;
    this.#mapping = mapping;
  }

  /** Uploads a list; it is neither checked nor applied. */
  static async upload(root: Client, list: File): Promise<KilledImport> {
    return new KilledImport(root, (await root.upload<Answer>(Start, {}, list)).job);
  }

  /** Begins to apply it, or to undo it; a server that is killed meanwhile gives no answer. */
  async begin(operation: Operation): Promise<void> {
    await this.#ask(operations[operation]).catch((error: unknown) => {
      if (error instanceof Refusal && !lost.includes(error.code)) {
        throw error;
      }
    });
  }

  /** Does it whole, and says how many milliseconds that took. */
  async complete(operation: Operation): Promise<number> {
    const began = performance.now();
    await this.#ask(operations[operation]);
    await this.#expect(operation === 'apply' ? 'applied' : 'undone');
    return performance.now() - began;
  }

  /** The dry run, which each application begins with. */
  async check(): Promise<void> {
    await this.#ask(Check, { mapping: this.#mapping });
    await this.#expect('checked');
  }

  async #expect(state: string): Promise<void> {
    const job = await this.rest();
    if (job.state !== state) {
      throw new Error(`The import is not ${state}: ${JSON.stringify(job)}`);
    }
  }

  /**
   * How it stands once nobody works on it.
   *
   * @throws when it says for two minutes that somebody does.
   */
  async rest(): Promise<Job> {
    const until = performance.now() + restMs;
    for (;;) {
      const job = await this.#ask(Look).catch(() => undefined);
      if (job && !running.includes(job.state)) {
        return { state: job.state, failure: job.failure };
      }
      if (performance.now() > until) {
        throw new Error(`Nobody ends the import: ${JSON.stringify(job)}`);
      }
      await pause(50);
    }
  }

  async #ask(operation: string, variables: Record<string, unknown> = {}): Promise<Answer['job']> {
    return (await this.#root.run<Answer>(operation, { id: this.id, ...variables })).job;
  }
}

/**
 * What the registry holds, without what differs from one time to the next (ids, versions, ciphers): blocks, entrances, apartments with their
 * occupiers and cards, cards that are not erased, and what the locks are to admit; with how often each is there.
 */
const contents = `
  select md5(coalesce(string_agg(line, e'\\n' order by line collate "C"), '')) as hash, count(*)::int as lines from (
    select concat_ws('|', 'apartment', t.addr_street, t.addr_nr, t.addr_bl, e.addr_sc, a.addr_ap, a.occupier_kind, a.occupier_name,
      (select string_agg(c.serial_number, ',' order by c.serial_number) from apartment_card h
        join card c on c.org_id = h.org_id and c.id = h.card_id where h.org_id = a.org_id and h.apartment_id = a.id and h.active)) as line
    from apartment a join entrance e on e.org_id = a.org_id and e.id = a.entrance_id
      join tower_block t on t.org_id = e.org_id and t.id = e.tower_block_id
    union all select concat_ws('|', 'block', addr_street, addr_nr, addr_bl) from tower_block
    union all select concat_ws('|', 'entrance', addr_sc) from entrance
    union all select concat_ws('|', 'card', serial_number, status) from card where status <> 'erased'
    union all select concat_ws('|', 'list', g.container_group_id, c.serial_number)
      from card_grant g join card c on c.org_id = g.org_id and c.id = g.card_id where g.action = 'admit'
    union all select concat_ws('|', 'written', j.state in ('applied', 'undone')) from import_change w join import_job j on j.id = w.job_id
      where j.state not in ('applied', 'undone', 'undoing')
  ) as lines (line)`;

/** A hash over all that imports write, asked of PostgreSQL itself, which may just be recovering. */
export async function readContents(databaseUrl: string, left = 80): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined); // the query that waits is told, too
  try {
    await client.connect();
    const { rows } = await client.query<{ hash: string; lines: number }>(contents);
    return `${rows[0]?.lines} lines, ${rows[0]?.hash}`;
  } catch (error) {
    if (left === 0) {
      throw error;
    }
    await pause(250);
    return readContents(databaseUrl, left - 1);
  } finally {
    await client.end().catch(() => undefined); // it never was there
  }
}
