import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { invitationLimits } from '@noa/domain/member.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { createLocalAccounts } from '../../identity/provider/accounts/invitations.ts';
import { anOrg, unique } from '../../testing/factories.ts';
import { db, keyring, providerDb, signIn } from '../../testing/harness.ts';
import { importFile } from '../import.fixture.ts';
import { sendInvitations } from './invitations.ts';

const root = await signIn(['root']);

beforeAll(() => {
  localAccounts.set(db, createLocalAccounts(providerDb));
  return () => localAccounts.set(db, undefined);
});

const Add = `mutation ($id: ID!, $email: String!) {
  addOrgMember(orgId: $id, email: $email, role: local_reporter) { id }
}`;

/** How many mails wait for an address, which are taken for sent then; and the roles of its account. */
async function takeMails(email: string) {
  const { rows } = await sql<{ n: number }>`
    with gone as (delete from provider_mail where lower(address) = ${email} returning 1)
    select count(*)::int as n from gone`.execute(providerDb);
  const found = await sql<{ roles: string[] }>`select roles from provider_user where email = ${email}`.execute(
    providerDb,
  );
  return { mails: rows[0]?.n, roles: found.rows[0]?.roles };
}

const importMember = async (email: string, role: string) => {
  const list = `E-mail;Nume;Rol\n${email};Ana;${role}\n`;
  const done = await importFile(root, list, { orgId: (await anOrg()).id, kind: 'members' });
  expect(done).toMatchObject({ state: 'applied', counts: { orgMembers: { create: 1 } } });
  await sendInvitations(db, keyring);
};

it('an address is invited as often in a day by lists and by hand together as it may be by hand, and is a member of all', async () => {
  const email = `${unique('ana')}@primarie.test`;
  for (let times = 0; times < invitationLimits.perAddress; times += 1) {
    await (times % 2 === 0
      ? importMember(email, 'rapoarte')
      : root.run(Add, { id: (await anOrg()).id, email: email.toUpperCase() }));
    expect(await takeMails(email)).toMatchObject({ mails: 1 });
  }

  await importMember(email, 'implementator local');
  const byHand = await root.run(Add, { id: (await anOrg()).id, email });

  expect(await takeMails(email)).toEqual({ mails: 0, roles: ['local_reporter', 'local_implementer'] });
  expect(byHand.errors).toMatchObject([{ code: 'LimitExceeded' }]);
  const other = `${unique('dan')}@primarie.test`;
  await importMember(other, 'rapoarte');
  expect(await takeMails(other)).toMatchObject({ mails: 1 });
});
