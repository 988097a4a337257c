import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openDatabase, type Db } from '../../../database/database.ts';
import { urlFor } from '../../../database/schema/logins.ts';
import { untilAwaited } from '../../../testing/awaited-locks.ts';
import { databaseUrl, providerDb } from '../../../testing/harness.ts';
import { demoPassword, seedDemoUsers } from '../demo-users.ts';
import { SignInTries } from './sign-in-tries.ts';
import { createPasswordCheck } from './sign-in.ts';

await seedDemoUsers(providerDb);

/** A check with few tries, and what comes of one at an address, of a browser that keeps no cookie unless it is named. */
function aCheck(secret = randomBytes(32), db: Db = providerDb) {
  const tries = new SignInTries(db, secret, { perAccountInNetwork: 2, perNetwork: 4, perAccountElsewhere: 3 });
  const check = createPasswordCheck(db, tries);
  return async (address: string, password: string = demoPassword, email = 'root@noa.test', device?: string) =>
    (await check({ email, password, from: { address, device } })).outcome;
}

it('locks nobody out of an account by wrong passwords of others', async () => {
  const attempt = aCheck();

  const guesses = [await attempt('192.0.2.1', 'a'), await attempt('192.0.2.1', 'b'), await attempt('192.0.2.1')];

  expect(guesses).toEqual(['wrong', 'wrong', 'throttled']);
  expect(await attempt('198.51.100.7')).toBe('right');
});

it('bounds guesses from many networks, but for those that the owner has signed in from', async () => {
  const attempt = aCheck();
  await attempt('198.51.100.7');

  const guesses = await Promise.all([1, 2, 3, 4].map((host) => attempt(`192.0.2.${host}`, 'a')));

  expect(guesses.toSorted()).toEqual(['throttled', 'wrong', 'wrong', 'wrong']);
  expect(await attempt('203.0.113.9')).toBe('throttled');
  expect(await attempt('198.51.100.7')).toBe('right');
});

it('counts all addresses of an IPv6 network as one, whatever accounts they name', async () => {
  const attempt = aCheck();

  const outcomes = [];
  for (const host of [1, 2, 3, 4, 5]) {
    outcomes.push(await attempt(`2001:db8::${host}`, 'a', `${host}@noa.test`));
  }

  expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'throttled']);
});

it('counts a browser that has signed in to an account by itself, whatever others do around it', async () => {
  const attempt = aCheck();
  const home = '192.0.2.1';
  const [own, email] = ['own-device', 'root@noa.test'];
  await attempt(home, demoPassword, email, own);

  // All the tries of the account here, all those of the network, and all those of the account elsewhere.
  await Promise.all([1, 2, 3].map(() => attempt(home, 'a')));
  await Promise.all([1, 2, 3].map((each) => attempt(home, 'a', `${each}@noa.test`)));
  await Promise.all([1, 2, 3, 4].map((host) => attempt(`198.51.100.${host}`, 'a')));

  expect(await attempt(home)).toBe('throttled');
  expect(await attempt(home, demoPassword, email, own)).toBe('right');
  expect(await attempt('203.0.113.9', demoPassword, email, own)).toBe('right');
});

it('bounds the guesses of such a browser too, gives none to one it does not know, and none for another account', async () => {
  const attempt = aCheck();
  const email = 'root@noa.test';
  await attempt('192.0.2.1', demoPassword, email, 'own');

  const guesses = [];
  for (const password of ['a', 'b', demoPassword]) {
    guesses.push(await attempt('192.0.2.1', password, email, 'own'));
  }
  const others = [];
  for (const [device, whose] of [
    ['made-up', 'manager@noa.test'],
    ['own', 'manager@noa.test'],
    ['own', 'manager@noa.test'],
  ] as const) {
    others.push(await attempt('192.0.2.7', 'a', whose, device));
  }

  expect(guesses).toEqual(['wrong', 'wrong', 'throttled']);
  expect(others).toEqual(['wrong', 'wrong', 'throttled']);
});

/** Two servers of one database: what they have in common is kept there. */
function twoServers() {
  const secret = randomBytes(32);
  const other = openDatabase(urlFor(databaseUrl, ...inject('providerLogin')), { max: 3 });
  onTestFinished(() => other.destroy());
  return [aCheck(secret), aCheck(secret, other)] as const;
}

it('counts tries at all servers together, however they are spread', async () => {
  const [first, second] = twoServers();

  const guesses = await Promise.all([first, second, first, second].map((at) => at('192.0.2.1', 'a')));

  expect(guesses.toSorted()).toEqual(['throttled', 'throttled', 'wrong', 'wrong']);
  expect([await first('192.0.2.1'), await second('192.0.2.1')]).toEqual(['throttled', 'throttled']);
});

it('knows at every server, and after a restart, where somebody has signed in', async () => {
  const [first, second] = twoServers();
  await first('198.51.100.7');

  await Promise.all([1, 2, 3, 4].map((host) => first(`192.0.2.${host}`, 'a')));

  expect(await second('203.0.113.9')).toBe('throttled');
  expect(await second('198.51.100.7')).toBe('right');
});

it('forgets by itself who tried', async () => {
  const attempt = aCheck();
  await providerDb.deleteFrom('sign_in_try').execute();
  await attempt('192.0.2.1', 'a');
  await providerDb
    .updateTable('sign_in_try')
    .set({ last_try_at: sql<Date>`now() - interval '61 minutes'` })
    .execute();

  await attempt('192.0.2.9', 'a', 'other@noa.test');

  expect(await providerDb.selectFrom('sign_in_try').select('key').execute()).toHaveLength(3);
});

it('hashes no password anew in place of one that was chosen meanwhile', async () => {
  const of = sql`email = 'containers@noa.test'`;
  // `noa-demo`, as versions before argon2id hashed it.
  const old = 'scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA$IZXeru3cwvuRzq84IW2yNQcgIHyxQu7J2z60QMR5zpE';
  await sql`update provider_user set password_hash = ${old} where ${of}`.execute(providerDb);
  const tx = await providerDb.startTransaction().execute();
  await sql`update provider_user set password_hash = 'chosen' where ${of}`.execute(tx);

  const attempt = aCheck()('192.0.2.1', demoPassword, 'containers@noa.test');
  await untilAwaited(1);
  await tx.commit().execute();

  expect(await attempt).toBe('right');
  const { rows } = await sql`select password_hash from provider_user where ${of}`.execute(providerDb);
  expect(rows).toEqual([{ password_hash: 'chosen' }]);
});
