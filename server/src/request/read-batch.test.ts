import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../database/database.ts';
import { anOrg } from '../testing/factories.ts';
import { api, signIn } from '../testing/harness.ts';
import type { Context } from './context.ts';

let context: Context;

beforeAll(async () => {
  await anOrg();
  const { token } = await signIn(['root']);
  context = await api.authenticate(`Bearer oidc~${token}`, null);
});

const orgs = async (tx: Tx) => (await sql<{ n: number }>`select count(*)::int as n from org`.execute(tx)).rows[0]?.n;
const impossible = (tx: Tx) => sql`select 1 / 0`.execute(tx);
/** Equal for reads that share a transaction. */
const snapshotOf = async (tx: Tx) => (await sql<{ at: string }>`select now()::text as at`.execute(tx)).rows[0]?.at;

describe('reads of one turn', () => {
  it('share a transaction', async () => {
    const read = () => context.read('org:read', snapshotOf);

    const seen = await Promise.all([read(), read(), read()]);

    expect(new Set(seen).size).toBe(1);
  });

  it.each([0, 1, 2, 3])('are answered when PostgreSQL refuses number %d of them', async (failing) => {
    const works = Array.from({ length: 4 }, (_, index) => (index === failing ? impossible : orgs));

    const settled = await Promise.allSettled(works.map((work) => context.read<unknown>('org:read', work)));

    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))).toEqual(
      works.map((work) => (work === orgs ? expect.any(Number) : '22012')),
    );
  });

  it('each get their own failure when all fail', async () => {
    const settled = await Promise.allSettled([1, 2, 3].map(() => context.read('org:read', impossible)));

    expect(settled.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(['22012', '22012', '22012']);
  });

  it('share the transaction still when one fails by itself, not in PostgreSQL', async () => {
    const settled = await Promise.allSettled([
      context.read('org:read', snapshotOf),
      context.read('org:read', () => Promise.reject(new RangeError('ours'))),
      context.read('org:read', snapshotOf),
    ]);

    const [first, , last] = settled;
    expect(first?.status === 'fulfilled' && first.value).toBe(last?.status === 'fulfilled' && last.value);
  });
});
