import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { DoesNotOpen, Sealer, sealedWith, type DataKeys, type Aad } from './sealing.ts';

/** A column of ciphers: which records, where each belongs, and the keyed hash beside it. */
interface SealedColumn {
  readonly purpose: string;
  readonly table: string;
  readonly column: string;
  /** The hash by which its content is looked up, if it is. */
  readonly hash?: string;
  /** What tells its rows apart and orders them. */
  readonly key: readonly string[];
  /** SQL of an array of text: the place to which each row's cipher is bound. */
  readonly aad: string;
}

const idNumbers = {
  purpose: 'occupier-id-number',
  column: 'occupier_id_number_cipher',
  hash: 'occupier_id_number_hash',
};
const claimCodes = { purpose: 'claim-code', column: 'code_cipher', hash: 'code_hash' };

/** Everything that is sealed. A record before its history: what is written meanwhile moves from the one to the other. */
export const sealedColumns: readonly SealedColumn[] = [
  { ...idNumbers, table: 'apartment', key: ['id', 'row_id'], aad: 'array[org_id, id]::text[]' },
  { ...idNumbers, table: 'apartment_history', key: ['id', 'row_id'], aad: 'array[org_id, id]::text[]' },
  { ...claimCodes, table: 'claim_code', key: ['id', 'row_id'], aad: 'array[org_id, apartment_id]::text[]' },
  { ...claimCodes, table: 'claim_code_history', key: ['id', 'row_id'], aad: 'array[org_id, apartment_id]::text[]' },
  {
    purpose: 'import-file',
    table: 'import_job',
    column: 'content',
    key: ['id'],
    aad: "array[coalesce(org_id::text, ''), id::text]",
  },
  {
    purpose: 'download-ticket',
    table: 'download_ticket',
    column: 'asked_cipher',
    key: ['id'],
    aad: 'array[account_id, id]::text[]',
  },
  {
    purpose: 'application-login',
    table: 'application_login',
    column: 'password_cipher',
    key: ['name'],
    aad: 'array[name::text]',
  },
  { purpose: 'id-key', table: 'id_key', column: 'key_cipher', key: ['name'], aad: 'array[name]' },
  {
    purpose: 'provider-signing-key',
    table: 'provider_signing_key',
    column: 'private_cipher',
    key: ['kid'],
    aad: 'array[kid]',
  },
  { purpose: 'provider-secret', table: 'provider_secret', column: 'secret_cipher', key: ['name'], aad: 'array[name]' },
  {
    purpose: 'provider-totp',
    table: 'provider_totp',
    column: 'secret_cipher',
    key: ['user_id'],
    aad: 'array[user_id]::text[]',
  },
  {
    purpose: 'provider-client',
    table: 'provider_client',
    column: 'secret_cipher',
    key: ['client_id'],
    aad: 'array[client_id]',
  },
  {
    purpose: 'month-key',
    table: 'month_key',
    column: 'key_cipher',
    key: ['org_id', 'month'],
    aad: 'array[org_id::text, month::text]',
  },
  {
    purpose: 'alert-webhook',
    table: 'alert_rule',
    column: 'webhook_secret_cipher',
    key: ['id'],
    aad: 'array[org_id, id]::text[]',
  },
];

export interface Resealed {
  /** Ciphers that are sealed with the current key now and were not before. */
  resealed: number;
  /** Those that open nowhere near where they stand, as `purpose at record`. They stay as they are, and open nowhere. */
  readonly broken: string[];
}

const batchRows = 500;

/**
 * Seals everything with the current key and bound to its record, in small transactions, until nothing is left that is not; may
 * be ended at any moment and begun again. Readers and writers go on meanwhile.
 *
 * @param client - of the owner of the tables.
 * @param onProgress - told how many are done.
 */
export async function resealAll(
  client: pg.Client,
  keys: DataKeys,
  onProgress: (done: number) => void = () => undefined,
): Promise<Resealed> {
  const result: Resealed = { resealed: 0, broken: [] };
  let before = -1;
  // Once more, as long as something was found: a version may have moved to a history that had been looked through.
  while (before !== result.resealed) {
    before = result.resealed;
    result.broken.length = 0;
    for (const column of sealedColumns) {
      await resealColumn(client, keys, column, result, onProgress);
    }
  }
  await forgetDeadCodes(client);
  return result;
}

async function resealColumn(
  client: pg.Client,
  keys: DataKeys,
  column: SealedColumn,
  result: Resealed,
  onProgress: (done: number) => void,
): Promise<void> {
  const sealer = new Sealer(keys, column.purpose);
  let after: string[] | null = null;
  for (;;) {
    const rows = await inTransaction(client, () => resealBatch(client, { keys, sealer, column, after, result }));
    if (!rows) {
      return;
    }
    after = rows;
    onProgress(result.resealed);
  }
}

interface Batch {
  readonly keys: DataKeys;
  readonly sealer: Sealer;
  readonly column: SealedColumn;
  readonly after: readonly string[] | null;
  readonly result: Resealed;
}

interface SealedRow {
  readonly cipher: Buffer;
  readonly aad: Aad;
  readonly key: string[];
}

/** @returns the key of the last row looked at; null if there was none. */
async function resealBatch(
  client: pg.Client,
  { keys, sealer, column, after, result }: Batch,
): Promise<string[] | null> {
  const { table, column: name, hash, key, aad } = column;
  const types = {
    id: 'uuid',
    row_id: 'bigint',
    name: 'name',
    user_id: 'uuid',
    org_id: 'uuid',
    month: 'date',
    kid: 'text',
    client_id: 'text',
  } as const;
  const parameter = (part: string, from: number) => `$${from}::${types[part as keyof typeof types]}`;
  const { rows } = await client.query<SealedRow>(
    `select ${name} as cipher, ${aad} as aad, array[${key.map((part) => `${part}::text`).join(', ')}] as key from ${table}
    where ${name} is not null and substring(${name} for 9) <> $1
      ${after ? `and (${key.join(', ')}) > (${key.map((part, index) => parameter(part, index + 2)).join(', ')})` : ''}
    order by ${key.join(', ')} limit ${column.hash ? batchRows : 1} for update`,
    [sealedWith(keys.current), ...(after ?? [])],
  );
  for (const row of rows) {
    const content = openOrNote(sealer, row, column, result);
    if (content) {
      await client.query(
        `update ${table} set ${name} = $1 ${hash ? `, ${hash} = $2` : ''}
        where ${key.map((part, index) => `${part} = ${parameter(part, index + (hash ? 3 : 2))}`).join(' and ')}`,
        [sealer.seal(content, row.aad), ...(hash ? [sealer.hash(content.toString())] : []), ...row.key],
      );
      result.resealed += 1;
    }
  }
  return rows.at(-1)?.key ?? null;
}

function openOrNote(sealer: Sealer, { cipher, aad }: SealedRow, column: SealedColumn, result: Resealed): Buffer | null {
  try {
    return sealer.open(cipher, aad);
  } catch (error) {
    if (!(error instanceof DoesNotOpen)) {
      throw error;
    }
    result.broken.push(`${column.purpose} in ${column.table} at ${aad.join('/')}`);
    return null;
  }
}

/**
 * The hash of a code that was used or revoked can be worked out by nobody anew, and finds nothing any more. A byte in front says
 * that it is none.
 */
async function forgetDeadCodes(client: pg.Client): Promise<void> {
  for (const table of ['claim_code', 'claim_code_history']) {
    for (let changed: number | null = null; changed !== 0;) {
      changed = await inTransaction(client, async () => {
        const { rowCount } = await client.query(
          `update ${table} set code_hash = '\\x00'::bytea || $1
          where row_id in (select row_id from ${table}
            where code_cipher is null and octet_length(code_hash) = 32 limit ${batchRows})`,
          [randomBytes(32)],
        );
        return rowCount ?? 0;
      });
    }
  }
}

/** What is sealed anew makes no version (keep_version). */
async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("begin; select set_config('noa.resealing', 'on', true)");
  try {
    const done = await work();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
