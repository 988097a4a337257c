import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anApartment, anEntrance, anOrg } from '../../testing/factories.ts';
import { asSystem, db, keyring } from '../../testing/harness.ts';
import { openMonthsOf, type MonthPads } from './month-keys.ts';

const pseudonymOf = ({ inner, outer }: MonthPads, id: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ pseudonym: Buffer }>`
      select month_pseudonym_of(${inner}::bytea, ${outer}::bytea, ${id}::uuid) as pseudonym`.execute(tx);
    return rows[0]?.pseudonym.toString('hex');
  });

it('PostgreSQL makes of the two pads of a key what HMAC-SHA-256 makes of the key', async () => {
  const key = Buffer.from('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex');
  const padOf = (byte: number) => Buffer.concat([key, Buffer.alloc(32)]).map((value) => value ^ byte) as Buffer;
  const id = '01a20e55-f7de-721c-bed0-cae8f4f26f6d';

  const hmac = createHmac('sha256', key)
    .update(Buffer.from(id.replaceAll('-', ''), 'hex'))
    .digest();

  expect(await pseudonymOf({ inner: padOf(0x36), outer: padOf(0x5c) }, id)).toBe(hmac.subarray(0, 16).toString('hex'));
});

it('each org has a key of its own in each month, which every server opens', async () => {
  const [one, other] = [await anOrg(), await anOrg()];
  const entrance = await anEntrance({ org_id: one.id });
  const { id } = await anApartment({ org_id: one.id, entrance_id: entrance.id });

  const openMonths = (...ids: string[]) => asSystem((tx) => openMonthsOf(tx, { db, keys: keyring }, ids));

  const [first, second] = await openMonths(one.id, other.id);
  const [again] = await openMonths(one.id);

  expect([first?.orgId, second?.orgId]).toEqual([one.id, other.id]);
  expect(first?.month).toMatch(/^\d{4}-\d\d-01$/);
  const [mine, theirs] = [await pseudonymOf(first as MonthPads, id), await pseudonymOf(second as MonthPads, id)];
  expect(await pseudonymOf(again as MonthPads, id)).toBe(mine);
  expect(theirs).not.toBe(mine);
});

it('twelve batches at once begin one month, and none waits for a connection that another holds', async () => {
  const { id } = await anOrg();

  const found = await Promise.all(
    Array.from({ length: 12 }, () => asSystem((tx) => openMonthsOf(tx, { db, keys: keyring }, [id]))),
  );

  expect(new Set(found.flat().map(({ inner }) => inner.toString('hex'))).size).toBe(1);
  expect(found.every((months) => months.length === 1)).toBe(true);
});

it('the next month is counted before it begins, for locks whose clocks are ahead as far as they may be', async () => {
  const { id } = await anOrg();
  const openMonths = (now: string) =>
    asSystem(async (tx) =>
      (await openMonthsOf(tx, { db, keys: keyring }, [id], new Date(now))).map(({ month }) => month),
    );

  // By the org's clock, which is two hours ahead.
  expect(await openMonths('2031-10-31T21:54:00Z')).toEqual(['2031-10-01']);
  expect(await openMonths('2031-10-31T21:54:30Z')).toEqual(['2031-10-01']);
  expect(await openMonths('2031-10-31T21:56:00Z')).toEqual(['2031-10-01', '2031-11-01']);
  expect(await openMonths('2031-10-31T22:01:00Z')).toEqual(['2031-10-01', '2031-11-01']);
});
