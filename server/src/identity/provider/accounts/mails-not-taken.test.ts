import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { aHangingServer, aMailServer, refusal } from '../../../mail/mail-server.fixture.ts';
import { unique } from '../../../testing/factories.ts';
import { providerDb } from '../../../testing/harness.ts';
import { queueMail, startAccountMail } from './account-mail.ts';
import { aProvider } from '../provider.fixture.ts';

const provider = await aProvider({ sendsMail: true });

const waiting = async (address: string) =>
  (await sql<{ tries: number }>`select tries from provider_mail where address = ${address}`.execute(providerDb)).rows;

/** Has a mail tried once, which was tried so often before. @returns what whoever runs the server is told, once it is as much as is expected. */
async function tried(
  smtpUrl: string,
  mail: Parameters<typeof queueMail>[1],
  { before = 0, tells = 0, until = () => true }: { before?: number; tells?: number; until?: () => boolean } = {},
): Promise<unknown[]> {
  await queueMail(providerDb, mail);
  await sql`update provider_mail set tries = ${before} where address = ${mail.address}`.execute(providerDb);
  const failures: unknown[] = [];
  const work = startAccountMail(provider, { smtpUrl, from: 'noa@noa.test' }, (cause) => failures.push(cause), 20);
  onTestFinished(() => work.close());
  await expect
    .poll(async () => (await waiting(mail.address)).every(({ tries }) => tries > before), { timeout: 20_000 })
    .toBe(true);
  await expect.poll(() => failures.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(tells);
  await expect.poll(until, { timeout: 20_000 }).toBe(true);
  await work.close(); // after the step that is being made
  return failures;
}

const nowhere = 'smtp://127.0.0.1:1';
const newAddress = () => `${unique('ana.')}@primarie.test`;

it.each<[string, 'sign_up' | 'reset', () => string]>([
  ['of an account', 'reset', () => 'root@noa.test'],
  ['of nobody yet', 'sign_up', newAddress],
])(
  'a mail that is refused for good is not tried again, which is told: to an address %s',
  async (_whose, purpose, to) => {
    const server = await aMailServer({ onMailFrom: (_address, _session, done) => done(refusal(550)) });
    const address = to();

    expect(await tried(server.url, { purpose, address }, { tells: 1 })).toMatchObject([
      { code: 'mail_refused', responseCode: 550 },
    ]);

    expect(await waiting(address)).toEqual([]);
  },
);

it('a server that cannot be reached says nothing of an address: its mail waits as long as any other, and that is told', async () => {
  const address = newAddress();

  const failures = await tried(nowhere, { purpose: 'sign_up', address }, { before: 5, tells: 1 });

  expect(await waiting(address)).toEqual([{ tries: 6 }]);
  expect(failures).toMatchObject([{ code: 'mail_server_unreachable' }]);
});

it('an address that nobody knows is tried three times where the server puts it off, and holds up none', async () => {
  const server = await aMailServer({ onRcptTo: (_address, _session, done) => done(refusal(451)) });
  const address = newAddress();
  let left = 0;
  server.onSocket((socket) => socket.once('close', () => (left += 1)));
  const tryOnce = (before: number) => {
    const times = left + 1;
    return tried(server.url, { purpose: 'sign_up', address }, { before, until: () => left >= times });
  };

  expect(await tryOnce(1)).toEqual([]);
  expect(await waiting(address)).toEqual([{ tries: 2 }]);
  await sql`delete from provider_mail where address = ${address}`.execute(providerDb);
  expect(await tryOnce(2)).toEqual([]);

  expect(await waiting(address)).toEqual([]);
});

it('a server that hangs holds up nobody who stops Noa, and the mail waits for the next start', async () => {
  const { address: host, reached } = await aHangingServer();
  const address = newAddress();
  await queueMail(providerDb, { purpose: 'sign_up', address });
  const failures: unknown[] = [];
  const mail = { smtpUrl: `smtp://${host}`, from: 'noa@noa.test' };
  const work = startAccountMail(provider, mail, (cause) => failures.push(cause));
  await reached;

  await work.close();

  expect(failures).toEqual([]);
  expect(await waiting(address)).toEqual([{ tries: 1 }]);
}, 10_000);
