import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asOwner, keyring, providerDb } from '../../../testing/harness.ts';
import { keyTimes, loadKeys } from './keys.ts';
import { Browser, endpoint, startProvider } from '../provider.fixture.ts';

const kids = async () => (await loadKeys(providerDb, keyring)).signing.map(({ kid }) => kid);
const age = (interval: string) =>
  asOwner(`update provider_signing_key set signs_from = signs_from - interval '${interval}'`);

it('signs with one key, publishes the next before it signs, and the one before until what it signed has ended', async () => {
  const [first] = await kids();
  expect(await kids()).toEqual([first]);

  await age('31 days');
  const announced = await kids();
  expect(announced).toEqual([first, expect.any(String)]);
  expect(await kids()).toEqual(announced);

  await age(`${keyTimes.publishedBeforeMinutes + 1} minutes`);
  expect(await kids()).toEqual([announced[1], first]);

  await age(`${keyTimes.publishedAfterHours} hours`);
  expect(await kids()).toEqual([announced[1]]);
});

it('goes on for who was signed in before the exchange, without a restart', async () => {
  const { app, provider } = await startProvider();
  const browser = new Browser(app);
  const before = await browser.exchange((await browser.signIn('root@noa.test')).get('code'));

  await age('31 days');
  await provider.refreshKeys();
  await age('11 minutes');
  await provider.refreshKeys();
  const after = await new Browser(app).signIn('root@noa.test');

  await expect(provider.verify(before.access_token)).resolves.toMatchObject({ email: 'root@noa.test' });
  expect(after.get('code')).toBeTruthy();
  const { keys } = (await app.inject(endpoint('jwks'))).json<{ keys: object[] }>();
  expect(keys).toHaveLength(2);
  expect(keys.some((key) => 'd' in key)).toBe(false);
  await app.close();
});

it('keeps no key in clear, and takes those over that were', async () => {
  await asOwner('delete from provider_signing_key', 'delete from provider_secret');
  const jwk = (await loadKeys(providerDb, keyring)).signing[0];
  await asOwner(
    'delete from provider_signing_key',
    'delete from provider_secret',
    `insert into provider_key values ('signing', '${JSON.stringify(jwk)}'),
      ('secrets', '{"cookie": "c-secret", "state": "s-secret"}')`,
  );

  const keys = await loadKeys(providerDb, keyring);

  expect(keys).toMatchObject({ signing: [jwk], cookieSecret: 'c-secret', stateSecret: 's-secret' });
  const { rows } = await sql`select from provider_key`.execute(providerDb);
  expect(rows).toEqual([]);
  const { rows: kept } = await sql<{ hex: string }>`
    select encode(private_cipher, 'escape') as hex from provider_signing_key`.execute(providerDb);
  expect(JSON.stringify(kept)).not.toContain(String(jwk.d));
});
