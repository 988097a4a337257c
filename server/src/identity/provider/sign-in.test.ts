import { expect, it } from 'vitest';
import { providerDb } from '../../testing/harness.ts';
import { demoPassword, seedDemoUsers } from './demo-users.ts';
import { createPasswordCheck } from './sign-in.ts';

await seedDemoUsers(providerDb);

/** A check with few tries, and what comes of one at an address. */
function aCheck() {
  const check = createPasswordCheck(providerDb, { perAccountInNetwork: 2, perNetwork: 4, perAccountElsewhere: 3 });
  return async (address: string, password: string = demoPassword, email = 'root@noa.test') =>
    (await check({ email, password, address })).outcome;
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
