import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { roles } from '@noa/domain/vocabulary.ts';
import { findValues } from '../../database/statements.ts';
import { nothing, ofOrgs, type Scope } from '../../database/scope.ts';
import { read } from '../../database/transaction.ts';
import { aManager, anOrg, unique } from '../../testing/factories.ts';
import { db, signIn } from '../../testing/harness.ts';

const fields = `id rowId identityDays payByUse identityPurpose legalBasis eventRetentionMonths personalDataRetentionMonths claimCodeDays
  silenceWarningHours silenceErrorHours batteryWarningPct batteryErrorPct fillWarningPct fillErrorPct mailDomains viewerCanUpdate`;
const Find = `query ($orgId: ID!, $asOf: DateTime) { orgSettings(orgId: $orgId, asOf: $asOf) { ${fields} } }`;
const Update = `mutation ($orgId: ID!, $rowId: ID!, $input: UpdateOrgSettingsInput!) {
  updateOrgSettings(orgId: $orgId, rowId: $rowId, input: $input) { ${fields} }
}`;

async function given(create: () => Promise<{ id: string }> = anOrg) {
  const org = await create();
  const root = await signIn(['root']);
  const { rowId } = (await root.run(Find, { orgId: org.id })).data.orgSettings;
  const update = (input: object, version = rowId) => root.run(Update, { orgId: org.id, rowId: version, input });
  return { orgId: org.id, root, rowId, update };
}

describe('the settings of an org', () => {
  it('are those of the domain from its first moment on', async () => {
    const { orgId, root } = await given(async () => {
      const { data } = await (
        await signIn(['root'])
      ).run('mutation ($input: CreateOrgInput!) { createOrg(input: $input) { id } }', {
        input: { name: unique('Primăria ') },
      });
      return data.createOrg;
    });

    expect((await root.run(Find, { orgId })).data.orgSettings).toMatchObject({
      id: orgId,
      identityDays: 0,
      payByUse: false,
      identityPurpose: '',
      legalBasis: '',
      eventRetentionMonths: 36,
      personalDataRetentionMonths: 36,
      claimCodeDays: 90,
      silenceWarningHours: 24,
      silenceErrorHours: 72,
      batteryWarningPct: 25,
      batteryErrorPct: 10,
      fillWarningPct: 80,
      fillErrorPct: 95,
      mailDomains: '',
    });
  });

  it.each([
    ['Primaria-Iasi.ro,  salubris.RO\nprimaria-iasi.ro', 'primaria-iasi.ro salubris.ro'],
    ['', ''],
  ])('keep approved mail domains typed as %j', async (mailDomains, kept) => {
    const { update } = await given();

    expect((await update({ mailDomains })).data.updateOrgSettings.mailDomains).toBe(kept);
  });

  it.each(['ro', 'a@primaria.ro', '*.ro', 'https://primaria.ro', '.ro', 'primaria..ro', '-a.ro', '10.0.0.1'])(
    'do not approve of %s as a mail domain',
    async (mailDomains) => {
      const { update } = await given();

      expect((await update({ mailDomains: `primaria.ro ${mailDomains}` })).errors).toMatchObject([
        { code: 'ValidationFailed', fields: { mailDomains: 'form.badDomain' } },
      ]);
    },
  );

  it('are changed by root as a new version, which history and the past show', async () => {
    const { orgId, root, update } = await given();

    const { data } = await update({ claimCodeDays: 30, fillErrorPct: 90 });

    expect(data.updateOrgSettings).toMatchObject({ claimCodeDays: 30, fillErrorPct: 90, fillWarningPct: 80 });
    const history = await root.run(
      `query ($id: ID!) { history(kind: "orgSettings", id: $id) {
        nodes { change validFrom fields { name oldValue newValue } }
      } }`,
      { id: orgId },
    );
    const [newest, oldest] = history.data.history.nodes;
    expect(newest.fields).toHaveLength(2);
    expect(newest.fields).toEqual(
      expect.arrayContaining([
        { name: 'claimCodeDays', oldValue: '90', newValue: '30' },
        { name: 'fillErrorPct', oldValue: '95', newValue: '90' },
      ]),
    );
    const before = await root.run(Find, { orgId, asOf: oldest.validFrom });
    expect(before.data.orgSettings.claimCodeDays).toBe(90);
  });

  it('are not changed from an old version', async () => {
    const { orgId, rowId, update } = await given();
    const { data } = await update({ claimCodeDays: 30 });

    expect((await update({ claimCodeDays: 60 }, rowId)).errors).toMatchObject([
      { code: 'Conflict', current: { id: orgId, rowId: data.updateOrgSettings.rowId, claimCodeDays: 30 } },
    ]);
  });

  it.each([
    ['identityDays', 'form.onlyPayByUse', { identityDays: 91 }],
    ['identityDays', 'form.payByUseNeedsWho', { payByUse: true, identityDays: 0 }],
    ['identityPurpose', 'form.required', { identityPurpose: ' ' }],
    ['legalBasis', 'form.required', { legalBasis: '' }],
    ['legalBasis', 'form.required', { payByUse: true, legalBasis: '  ', identityDays: 365 }],
    ['identityDays', 'form.tooSmall', { identityDays: -1 }],
    ['claimCodeDays', 'form.tooLarge', { claimCodeDays: 366 }],
    ['eventRetentionMonths', 'form.required', { eventRetentionMonths: null }],
    ['silenceErrorHours', 'form.overWarning', { silenceErrorHours: 24 }],
    ['silenceErrorHours', 'form.overWarning', { silenceWarningHours: 72 }],
    ['batteryErrorPct', 'form.underWarning', { batteryErrorPct: 25 }],
    ['fillErrorPct', 'form.overWarning', { fillWarningPct: 95 }],
  ])('must fit together: %s says %s of %j', async (field, message, input) => {
    const { update } = await given();

    expect((await update(input)).errors).toMatchObject([{ code: 'ValidationFailed', fields: { [field]: message } }]);
  });

  it('keep who opened what longer only while the org pays by use and says by what right', async () => {
    const { update } = await given();

    const { data } = await update({ identityDays: 400, payByUse: true, legalBasis: 'HCL 12/2026, art. 3' });
    expect(data.updateOrgSettings).toMatchObject({ identityDays: 400, payByUse: true });

    const { rowId } = data.updateOrgSettings;
    const refused = await update({ payByUse: false }, rowId);
    expect(refused.errors).toMatchObject([{ fields: { identityDays: 'form.onlyPayByUse' } }]);
    expect((await update({ payByUse: false, identityDays: 90 }, rowId)).errors).toBeUndefined();
  });

  it('are read by implementers of the org, who cannot change them', async () => {
    const { orgId, rowId } = await given();
    const caller = await signIn(['local_implementer'], { orgIds: [orgId] });

    const { data } = await caller.run(Find, { orgId });
    const { errors } = await caller.run(Update, { orgId, rowId, input: { claimCodeDays: 30 } });

    expect(data.orgSettings.viewerCanUpdate).toBe(false);
    expect(errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('are not found by implementers of another, and not where there is no org', async () => {
    const { orgId } = await given();
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });

    for (const id of [orgId, '00000000-0000-4000-8000-000000000000', 'nothing']) {
      expect((await stranger.run(Find, { orgId: id })).errors).toMatchObject([{ code: 'NotFound' }]);
    }
  });

  it.each(roles.filter((role) => role !== 'root' && role !== 'local_implementer'))('are not for %s', async (role) => {
    const { orgId } = await given();
    const caller = await signIn([role], { orgIds: [orgId] });

    expect((await caller.run(Find, { orgId })).errors).toMatchObject([{ code: 'Forbidden' }]);
  });

  it('are at hand for the server, within the scope of its transaction', async () => {
    const { orgId } = await given();
    const other = await anOrg();

    const claimCodeDays = (scope: Scope, id: string) =>
      read(db, scope, (tx) => findValues<number>(tx)`select claim_code_days from org_settings where org_id = ${id}`);
    expect(await claimCodeDays(ofOrgs([orgId]), orgId)).toEqual([90]);
    expect(await claimCodeDays(ofOrgs([orgId]), other.id)).toEqual([]);
    const manager = await aManager({ org_id: orgId });
    const scope = { ...nothing, managerIds: [manager.id] };
    expect(await claimCodeDays(scope, orgId)).toEqual([90]);
    const joined = await read(db, ofOrgs([orgId]), (tx) =>
      sql<{ days: number }>`select s.claim_code_days as days from org o join org_settings s on s.org_id = o.id`.execute(
        tx,
      ),
    );
    expect(joined.rows).toEqual([{ days: 90 }]);
  });
});
