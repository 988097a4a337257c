import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { anEntrance, anOrg } from '../../testing/factories.ts';
import { asOwner, databaseUrl, signIn } from '../../testing/harness.ts';
import { sealedColumns } from './resealing.ts';

/** Reads and writes around everything. */
export const owner = new pg.Client({ connectionString: databaseUrl });
await owner.connect();
afterAll(() => owner.end());

export const org = await anOrg();
export const entrance = await anEntrance({ org_id: org.id });
export const caller = await signIn(['root']);

/** An ID number whose check digit is right, different each time. */
function cnp(index: number): string {
  const digits = `18001012${String(index).padStart(4, '0')}`;
  const weights = '279146358279';
  const sum = Array.from(digits).reduce((total, digit, at) => total + Number(digit) * Number(weights[at]), 0) % 11;
  return digits + (sum === 10 ? 1 : sum);
}

const Create = `mutation ($input: CreateApartmentInput!) { createApartment(input: $input) { id rowId } }`;
export const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateApartmentInput!) {
  updateApartment(id: $id, rowId: $rowId, input: $input) { id rowId } }`;
const Reveal = `mutation ($id: ID!) { revealOccupierIdNumber(apartmentId: $id, purpose: "rotation") }`;
const Find = `query ($number: String!) { apartments(filter: { occupierIdNumber: $number }) { nodes { id } } }`;
export const Issue = `mutation ($id: ID!) { createClaimCode(apartmentId: $id) { id rowId code } }`;
export const Codes = `query ($id: ID!) { apartment(id: $id) { claimCodes { code state } } }`;

let made = 0;
/** An apartment whose occupier has an ID number of their own. */
export async function aHome(): Promise<{ id: string; rowId: string; number: string }> {
  made += 1;
  const number = cnp(made);
  const input = {
    entranceId: entrance.id,
    addrAp: `${made}`,
    occupierKind: 'domestic',
    occupierName: 'P',
    occupierIdNumber: number,
  };
  const { data, errors } = await caller.run(Create, { input });
  expect(errors).toBeUndefined();
  return { ...data.createApartment, number };
}

export const reveal = async (id: string) => {
  await asOwner('delete from rate_limit');
  return caller.run(Reveal, { id });
};
export const find = async (number: string) =>
  (await caller.run(Find, { number })).data.apartments.nodes.map(({ id }: { id: string }) => id);

/** Every cipher there is, and how it begins. */
export async function heads(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { table, column } of sealedColumns) {
    const { rows } = await owner.query<{ head: Buffer }>(
      `select distinct substring(${column} for 9) as head from ${table} where ${column} is not null`,
    );
    rows.forEach(({ head }) => found.add(head.toString('hex')));
  }
  return found;
}

/** What somebody does who has the database and not the keys. */
export const tamper = (...statements: string[]) => asOwner(`set noa.actor = 'tests'`, ...statements);

/** Takes what was copied to an apartment away again, from its history too. */
export const clear = (id: string) =>
  tamper(
    `delete from claim_code where apartment_id = '${id}'`,
    `update claim_code_history set code_cipher = null where apartment_id = '${id}'`,
    `update apartment set occupier_id_number_cipher = null, occupier_id_number_hash = null,
      occupier_id_number_mask = null where id = '${id}'`,
    `update apartment_history set occupier_id_number_cipher = null where id = '${id}'`,
  );

/** Exchanges the key as an operator does; killed at its first word, if it ends early: its exit code is null then. */
export async function rotateByCommand({
  from,
  to,
  endsEarly = false,
}: {
  from: Uint8Array;
  to: Buffer;
  endsEarly?: boolean;
}): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./rotate-key.ts', import.meta.url)), 'rotate-key'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_KEY: Buffer.from(from).toString('hex'),
      NEW_DATA_KEY: to.toString('base64'),
    },
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString();
    if (endsEarly) {
      child.kill('SIGKILL');
    }
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
