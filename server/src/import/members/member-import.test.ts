import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '@noa/domain/errors.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { createLocalAccounts } from '../../identity/provider/accounts/invitations.ts';
import { addUsers } from '../../identity/provider/accounts/user.queries.ts';
import { aManager, anOrg, unique } from '../../testing/factories.ts';
import type { Context } from '../../request/context.ts';
import { asSystem, db, keyring, providerDb, signIn } from '../../testing/harness.ts';
import { applyImport, checkFile, importFile, importGoodRows, settled } from '../import.fixture.ts';
import { demand } from '../import.service.ts';
import { sendInvitations } from './invitations.ts';

const root = await signIn(['root']);
const csv = (...rows: string[]) => `${rows.join('\n')}\n`;
const kind = 'members';

beforeAll(() => {
  localAccounts.set(db, createLocalAccounts(providerDb));
  return () => localAccounts.set(db, undefined);
});

/** Addresses of nobody else, by a word of their own. */
const someAddresses = () => {
  const mark = unique('m');
  return { mark, of: (name: string) => `${name}.${mark}@primarie.test` };
};

/** "who > where" of all members of an org and its managers. */
const membersOf = (orgId: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ member: string }>`
      select split_part(a.email, '.', 1) || ' > ' || x.place as member from (
        select account_id, 'org' as place from org_member where org_id = ${orgId}
        union all select m.account_id, g.name from manager_member m join manager g on g.id = m.manager_id where m.org_id = ${orgId}
      ) x join account a on a.id = x.account_id order by 1`.execute(tx);
    return rows.map(({ member }) => member);
  });

/** What the embedded provider knows of people, and how many invitations wait to be mailed to each. */
async function accountsOf(mark: string) {
  const { rows } = await sql<{ who: string; name: string; roles: string[]; mails: number; place: string }>`
    select split_part(u.email, '.', 1) as who, u.name, u.roles, count(m.id)::int as mails, min(m.place) as place
    from provider_user u left join provider_mail m on lower(m.address) = lower(u.email)
    where u.email like ${`%${mark}%`} group by u.id order by 1`.execute(providerDb);
  return rows;
}

const waiting = (orgId: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from member_invitation where org_id = ${orgId}`.execute(tx);
    return rows[0]?.n;
  });

const header = 'E-mail;Nume;Rol;Administrator de bloc';

describe('a list of members', () => {
  it('makes people members of the org and of its managers, and invites each once, when it is applied', async () => {
    const org = await anOrg();
    const { mark, of } = someAddresses();
    const list = csv(
      header,
      `${of('ana')};Ana Pop;implementator local;`,
      `${of('dan')};Dan Ene;Administrator de bloc;Asociația 1; `,
      `${of('dan')};;;Asociația 2`,
      `${of('eva')};Eva Rus;rapoarte;Asociația 1`,
    );

    const refused = await checkFile(root, list, { orgId: org.id, kind });
    const checked = await checkFile(root, list, { orgId: org.id, kind, createMissing: true });
    await sendInvitations(db, keyring);
    const before = await accountsOf(mark);
    await applyImport(root, checked.id);
    const done = await settled(root, checked.id);
    await sendInvitations(db, keyring);

    expect(
      refused.problems.nodes.map(({ field, reason }: { field: string; reason: string }) => [field, reason]),
    ).toEqual(Array.from({ length: 3 }, () => ['manager', 'form.notFound']));
    expect(before).toEqual([]);
    expect(done).toMatchObject({
      state: 'applied',
      counts: { managers: { create: 2 }, orgMembers: { create: 2, same: 0 }, managerMembers: { create: 3, same: 0 } },
    });
    expect(await membersOf(org.id)).toEqual([
      'ana > org',
      'dan > Asociația 1',
      'dan > Asociația 2',
      'eva > Asociația 1',
      'eva > org',
    ]);
    expect(await accountsOf(mark)).toEqual([
      { who: 'ana', name: 'Ana Pop', roles: ['local_implementer'], mails: 1, place: org.name },
      { who: 'dan', name: 'Dan Ene', roles: ['manager'], mails: 1, place: expect.stringMatching(/^Asociația [12]$/) },
      {
        who: 'eva',
        name: 'Eva Rus',
        roles: expect.arrayContaining(['local_reporter', 'manager']),
        mails: 1,
        place: org.name,
      },
    ]);
  });

  it('invites in the language of who brought the list, and whoever has an account in their own', async () => {
    const org = await anOrg();
    const { mark, of } = someAddresses();
    const inviter = await signIn(['root']);
    const { email } = (await inviter.run('{ viewer { email } }')).data.viewer;
    const known = { roles: ['local_reporter'], hash: null } as const;
    await addUsers(providerDb, [
      { ...known, email, name: 'Kim', locale: 'en' },
      { ...known, email: of('ion'), name: 'Ion', locale: 'ro' },
    ]);
    const list = csv(header, `${of('ana')};Ana;rapoarte;`, `${of('ion')};Ion;rapoarte;`);

    for (const [caller, other] of [
      [inviter, list],
      [root, csv(header, `${of('dan')};Dan;rapoarte;`)],
    ] as const) {
      const checked = await checkFile(caller, other, { orgId: org.id, kind });
      await applyImport(caller, checked.id);
      await settled(caller, checked.id);
    }
    await sendInvitations(db, keyring);

    const { rows } = await sql<{ who: string; locale: string }>`
      select split_part(email, '.', 1) as who, locale from provider_user where email like ${`%${mark}%`} order by 1`.execute(
      providerDb,
    );
    expect(rows).toEqual([
      { who: 'ana', locale: 'en' },
      { who: 'dan', locale: 'ro' },
      { who: 'ion', locale: 'ro' },
    ]);
  });

  it('leaves members as they are, however their address is written, and says where it would give another role', async () => {
    const org = await anOrg();
    const member = await signIn(['local_reporter'], { orgIds: [org.id] });
    const { email } = (await member.run('{ viewer { email } }')).data.viewer;
    const { of } = someAddresses();
    const list = csv(header, `${email.toUpperCase()};;container_admin;`, `${of('ion')};;container_admin;`);

    const first = await importFile(root, list, { orgId: org.id, kind });
    await sendInvitations(db, keyring);
    const again = await importFile(root, list, { orgId: org.id, kind });

    expect(first).toMatchObject({ state: 'applied', counts: { warnings: 1, orgMembers: { create: 1, same: 1 } } });
    expect(first.problems.nodes).toMatchObject([
      { rowNumber: 2, field: 'role', reason: 'import.otherRole', isWarning: true },
    ]);
    expect(again.counts.orgMembers).toEqual({ create: 0, update: 0, same: 2 });
    expect(await waiting(org.id)).toBe(0);
  });

  it('says, once, where it adds a role to an account that has others, since it counts in all their orgs', async () => {
    const [org, elsewhere] = [await anOrg(), await anOrg()];
    const emailOf = async ({ id }: { id: string }): Promise<string> => {
      const member = await signIn(['local_reporter'], { orgIds: [id] });
      return (await member.run('{ viewer { email } }')).data.viewer.email;
    };
    const [email, own] = [await emailOf(elsewhere), await emailOf(org)];
    const list = csv(header, `${email};;container_admin;`, `${own};;container_admin;`, 'ion@primarie.test;;;Nimeni');

    const checked = await checkFile(root, list, { orgId: org.id, kind });
    const same = await checkFile(root, csv(header, `${email};;local_reporter;`), { orgId: org.id, kind });

    expect(checked.problems.nodes).toMatchObject([
      { rowNumber: 2, field: 'role', value: 'container_admin', reason: 'import.addedRole', isWarning: true },
      { rowNumber: 3, field: 'role', value: 'container_admin', reason: 'import.otherRole', isWarning: true },
      { rowNumber: 4, field: 'manager', value: 'Nimeni', reason: 'form.notFound', isWarning: false },
    ]);
    expect(same.problems.nodes).toEqual([]);
  });

  it('names rows that say no address, no role, a role of nobody, no manager, or what other rows say otherwise', async () => {
    const org = await anOrg();
    const { of } = someAddresses();
    await aManager({ org_id: org.id, name: 'Asociația 1' });

    const done = await importGoodRows(
      root,
      csv(
        header,
        'ana la primarie;;rapoarte;',
        `;Fără adresă;rapoarte;`,
        `${of('dan')};;primar;`,
        `${of('eva')};;administrator de bloc;`,
        `${of('ina')};;;`,
        `${of('leo')};;rapoarte;`,
        `${of('leo')};;container_admin;Asociația 1`,
        `${of('leo')};;rapoarte;`,
        `${of('mia')};;;Asociația 1`,
      ),
      { orgId: org.id, kind },
    );

    expect(
      done.problems.nodes.map(({ rowNumber, field, reason }: Record<string, unknown>) => [rowNumber, field, reason]),
    ).toEqual([
      [2, 'email', 'form.badEmail'],
      [3, 'email', 'form.required'],
      [4, 'role', 'import.unknownWord'],
      [5, 'manager', 'form.required'],
      [6, 'role', 'form.required'],
      [8, 'role', 'import.contradicts'],
      [9, 'email', 'import.repeatedSame'],
    ]);
    expect(await membersOf(org.id)).toEqual(['leo > org', 'mia > Asociația 1']);
  });

  it('is for those alone who may write orgs and managers besides importing', () => {
    const allowing = (...allowed: string[]) => ({
      viewer: {
        scope: (permission: string) => {
          if (!allowed.includes(permission)) {
            throw new AppError('Forbidden', permission);
          }
        },
      },
    });
    const demanded = (...allowed: string[]) => demand(allowing(...allowed) as unknown as Context, kind);

    expect(() => demanded('import:run', 'manager:write')).toThrow('org:write');
    expect(() => demanded('import:run', 'org:write')).toThrow('manager:write');
    expect(() => demanded('org:write', 'manager:write')).not.toThrow();
  });

  it('invites nobody when it is not applied after all', async () => {
    const org = await anOrg();
    const { mark, of } = someAddresses();
    const manager = await aManager({ org_id: org.id, name: 'Asociația 1' });
    const list = csv(header, `${of('ana')};;rapoarte;`, `${of('dan')};;;Asociația 1`);
    const { id } = await checkFile(root, list, { orgId: org.id, kind });
    await asSystem((tx) => tx.deleteFrom('manager').where('id', '=', manager.id).execute());

    await applyImport(root, id);

    expect(await settled(root, id)).toMatchObject({ state: 'failed', failure: 'import.changedMeanwhile' });
    await sendInvitations(db, keyring);
    expect([await membersOf(org.id), await accountsOf(mark)]).toEqual([[], []]);
  });
});

describe('undoing a list of members', () => {
  it('ends the memberships that it made, takes back invitations that have not left, and names who was added again since', async () => {
    const org = await anOrg();
    const { mark, of } = someAddresses();
    const former = await signIn(['local_reporter'], { orgIds: [org.id] });
    const { email } = (await former.run('{ viewer { email } }')).data.viewer;
    const list = csv(
      header,
      `${of('ana')};;rapoarte;`,
      `${of('dan')};;;Asociația 1`,
      `${of('eva')};;rapoarte;`,
      `${email};;;`,
    );
    const { id } = await importFile(root, list, { orgId: org.id, kind, createMissing: true });
    const { data: found } = await root.run(
      'query ($id: ID!, $q: String) { org(id: $id) { members(filter: { q: $q }) { nodes { id } } } }',
      { id: org.id, q: of('eva') },
    );
    const Remove = 'mutation ($id: ID!, $memberId: ID!) { removeOrgMember(orgId: $id, memberId: $memberId) { id } }';
    await root.run(Remove, { id: org.id, memberId: found.org.members.nodes[0].id });
    const Add = 'mutation ($id: ID!, $email: String!) { addOrgMember(orgId: $id, email: $email) { id } }';
    expect((await root.run(Add, { id: org.id, email: of('eva') })).errors).toBeUndefined();

    await root.run('mutation ($id: ID!) { undoImport(id: $id) { id } }', { id });
    await settled(root, id);
    await sendInvitations(db, keyring);

    const { data } = await root.run(
      'query ($id: ID!) { importJob(id: $id) { state undo { removed restored kept records { kind label reason } } } }',
      { id },
    );
    expect(data.importJob).toEqual({
      state: 'undone',
      undo: {
        removed: 3,
        restored: 0,
        kept: 1,
        records: [{ kind: 'orgMember', label: of('eva'), reason: 'edited' }],
      },
    });
    expect((await membersOf(org.id)).filter((each) => !each.startsWith('eva'))).toHaveLength(1);
    expect(await accountsOf(mark)).toEqual([]);
  });
});
