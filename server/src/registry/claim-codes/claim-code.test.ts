import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '../../database/tables.ts';
import { aManager, anApartment, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, type Caller } from '../../testing/harness.ts';
import { aHomeToClaim, Codes, Create, CreateMissing, Redeem, refusal, Revoke } from './claim-code.fixture.ts';

type Home = Awaited<ReturnType<typeof aHomeToClaim>>;
let org: Row<'org'>;
let entrance: Row<'entrance'>;
let apartment: Row<'apartment'>;
let manager: Row<'manager'>;
let implementer: Caller;
let resident: Caller;
let issue: Home['issue'];
let codesOf: Home['codesOf'];

beforeEach(async () => {
  ({ org, entrance, apartment, manager, implementer, resident, issue, codesOf } = await aHomeToClaim());
});

/** Moves the end of a code's life without touching anything else, as time would. */
const expire = (id: string) =>
  asSystem((tx) => sql`update claim_code set expires_at = now() - interval '1 second' where id = ${id}`.execute(tx));

describe('createClaimCode', () => {
  it('gives eight symbols of the code alphabet, good for ninety days', async () => {
    const { data } = await implementer.run(Create, { apartmentId: apartment.id });

    const { code, state, expiresAt, viewerCanRevoke, apartment: of } = data.createClaimCode;
    expect(code).toMatch(/^[A-RTUW-Z2-9]{8}$/);
    expect({ state, viewerCanRevoke, of }).toEqual({ state: 'live', viewerCanRevoke: true, of: { id: apartment.id } });
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(90, 1);
  });

  it('is good for as long as the org has decided, for a manager too', async () => {
    await asSystem((tx) =>
      tx.updateTable('org_settings').set({ claim_code_days: 14 }).where('org_id', '=', org.id).execute(),
    );
    const keeper = await signIn(['manager'], { managers: [manager] });

    const { data } = await keeper.run(Create, { apartmentId: apartment.id });

    expect((Date.parse(data.createClaimCode.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(14, 1);
  });

  it('revokes the one before: one is live', async () => {
    const first = await issue();
    const second = await issue();

    expect(await codesOf(apartment)).toEqual({
      liveClaimCode: { id: second.id, code: second.code },
      claimCodes: [
        { id: second.id, code: second.code, state: 'live' },
        { id: first.id, code: null, state: 'revoked' },
      ],
    });
    expect((await resident.run(Redeem, { code: first.code })).errors).toMatchObject([refusal]);
  });

  it('leaves one live when two ask at the same moment', async () => {
    const answers = await Promise.all([issue(), issue(), issue()]);

    const { claimCodes } = await codesOf(apartment);
    expect(answers.every(({ code }) => code.length === 8)).toBe(true);
    expect(claimCodes.map(({ state }: { state: string }) => state).toSorted()).toEqual(['live', 'revoked', 'revoked']);
  });

  it('is for whoever manages the entrance, and finds no other apartment', async () => {
    const keeper = await signIn(['manager'], { managers: [manager] });
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });
    const elsewhere = await anApartment({ org_id: org.id });

    expect((await keeper.run(Create, { apartmentId: apartment.id })).data.createClaimCode.code).toHaveLength(8);
    for (const [caller, apartmentId] of [
      [keeper, elsewhere.id],
      [stranger, apartment.id],
      [implementer, 'nothing'],
    ] as const) {
      expect((await caller.run(Create, { apartmentId })).errors).toMatchObject([{ code: 'NotFound' }]);
    }
  });

  it.each(['local_reporter', 'container_admin', 'ara_user'] as const)('is refused to %s', async (role) => {
    const caller = await signIn([role], { orgIds: [org.id], apartments: [apartment] });

    expect((await caller.run(Create, { apartmentId: apartment.id })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await caller.run(Codes, { id: apartment.id })).errors?.map(({ code }) => code)).toEqual([
      'Forbidden',
      'Forbidden',
    ]);
  });

  it('keeps a code so that a reader of the database cannot redeem it, in no version of it', async () => {
    const { code, id } = await issue();
    await issue();

    const { rows } = await asSystem((tx) =>
      sql<{ text: string; bytes: Buffer[] }>`
        select v::text as text, array[v.code_hash, v.code_cipher] as bytes from claim_code_version v
        where v.id = ${id}`.execute(tx),
    );
    expect(rows).toHaveLength(2);
    for (const { text, bytes } of rows) {
      expect(text).not.toContain(code);
      expect(bytes.some((each) => each?.includes(code))).toBe(false);
    }
  });

  it('tells its history without the code', async () => {
    const { id, rowId, code } = await issue();
    await implementer.run(Revoke, { id, rowId });

    const { data } = await implementer.run(
      'query ($id: ID!) { history(kind: "claimCode", id: $id) { nodes { change fields { name newValue } } } }',
      { id },
    );

    expect(data.history.nodes[0]).toEqual({ change: 'updated', fields: [{ name: 'state', newValue: 'revoked' }] });
    expect(JSON.stringify(data)).not.toContain(code);
  });
});

describe('createMissingClaimCodes', () => {
  it('gives one to each apartment behind the entrance that cannot be claimed, and leaves the others', async () => {
    const [second, third] = [
      await anApartment({ org_id: org.id, entrance_id: entrance.id }),
      await anApartment({ org_id: org.id, entrance_id: entrance.id }),
    ];
    const kept = await issue();
    const expired = await issue(second);
    await expire(expired.id);
    const keeper = await signIn(['manager'], { managers: [manager] });

    const { data } = await keeper.run(CreateMissing, { entranceId: entrance.id });
    const again = await keeper.run(CreateMissing, { entranceId: entrance.id });

    expect(data).toEqual({ createMissingClaimCodes: 2 });
    expect(again.data).toEqual({ createMissingClaimCodes: 0 });
    expect((await codesOf(apartment)).liveClaimCode.id).toBe(kept.id);
    expect((await codesOf(second)).claimCodes.map(({ state }: { state: string }) => state)).toEqual([
      'live',
      'expired',
    ]);
    expect((await codesOf(third)).liveClaimCode.code).toHaveLength(8);
  });

  it('finds no entrance of another manager', async () => {
    const stranger = await signIn(['manager'], { managers: [await aManager({ org_id: org.id })] });

    expect((await stranger.run(CreateMissing, { entranceId: entrance.id })).errors).toMatchObject([
      { code: 'NotFound' },
    ]);
  });
});

describe('revokeClaimCode', () => {
  it('ends a live code, once', async () => {
    const { id, rowId, code } = await issue();

    const { data } = await implementer.run(Revoke, { id, rowId });
    const again = await implementer.run(Revoke, { id, rowId: data.revokeClaimCode.rowId });
    const stale = await implementer.run(Revoke, { id, rowId });

    expect(data.revokeClaimCode).toMatchObject({ id, state: 'revoked', code: null });
    expect(again.errors).toMatchObject([{ code: 'ValidationFailed', fields: { id: 'claimCode.notLive' } }]);
    expect(stale.errors).toMatchObject([{ code: 'Conflict' }]);
    expect(JSON.stringify(stale.errors)).not.toContain(code);
  });

  it('finds no code of another org or manager, and is not for residents', async () => {
    const version = await issue();
    const stranger = await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] });
    const keeper = await signIn(['manager'], { managers: [await aManager({ org_id: org.id })] });
    const inside = await signIn(['ara_user'], { apartments: [apartment] });

    for (const caller of [stranger, keeper]) {
      expect((await caller.run(Revoke, version)).errors).toMatchObject([{ code: 'NotFound' }]);
    }
    expect((await inside.run(Revoke, version)).errors).toMatchObject([{ code: 'Forbidden' }]);
  });
});

describe('redeemClaimCode', () => {
  it('gives a resident the apartment and a virtual card of their own there', async () => {
    const { code, id } = await issue();

    const { data } = await resident.run(Redeem, { code });

    const card = data.redeemClaimCode;
    expect(card).toMatchObject({ kind: 'virtual', status: 'normal', viewerCanBlock: true });
    expect(card.displaySerialNumber).toMatch(/^[A-RTUW-Z2-9]{8}$/);
    expect(card.apartmentCards).toMatchObject([{ active: true, apartment: { id: apartment.id } }]);
    const mine = await resident.run('{ apartments { nodes { id } } cards { nodes { id } } }');
    expect(mine.data).toEqual({ apartments: { nodes: [{ id: apartment.id }] }, cards: { nodes: [{ id: card.id }] } });
    expect((await codesOf(apartment)).claimCodes).toEqual([{ id, code: null, state: 'redeemed' }]);
    const held = await asSystem((tx) =>
      tx.selectFrom('ara_card').select('account_id').where('card_id', '=', card.id).execute(),
    );
    expect(held).toHaveLength(1);
  });

  it.each([
    ['lower case', (code: string) => code.toLowerCase()],
    ['as printed', (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`],
    ['spaced', (code: string) => ` ${code.slice(0, 2)} ${code.slice(2, 5)}  ${code.slice(5)} `],
    ['with a long dash', (code: string) => `${code.slice(0, 4)} – ${code.slice(4)}`],
  ])('takes a code typed %s', async (_way, typed) => {
    const { code } = await issue();

    expect((await resident.run(Redeem, { code: typed(code) })).data.redeemClaimCode.kind).toBe('virtual');
  });

  it('takes each code once', async () => {
    const { code } = await issue();
    await resident.run(Redeem, { code });

    expect((await (await signIn(['ara_user'])).run(Redeem, { code })).errors).toMatchObject([refusal]);
  });

  it('lets one win when several redeem the same code at the same moment', async () => {
    const { code } = await issue();
    const callers = await Promise.all(Array.from({ length: 6 }, () => signIn(['ara_user'])));

    const answers = await Promise.all(callers.map((caller) => caller.run(Redeem, { code })));

    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(answers.filter(({ errors }) => errors).map(({ errors }) => errors?.[0]?.['fields'])).toEqual(
      Array.from({ length: 5 }, () => ({ code: 'form.claimCodeRefused' })),
    );
    const cards = await asSystem((tx) =>
      tx.selectFrom('apartment_card').select('id').where('apartment_id', '=', apartment.id).execute(),
    );
    expect(cards).toHaveLength(1);
  });

  it('answers alike for codes that are unknown, used, revoked, expired, or of a disabled org', async () => {
    const [used, revoked, expired] = [
      await issue(),
      await issue(await anApartment({ org_id: org.id })),
      await issue(await anApartment({ org_id: org.id })),
    ];
    await resident.run(Redeem, { code: used.code });
    await implementer.run(Revoke, { id: revoked.id, rowId: revoked.rowId });
    await expire(expired.id);
    const disabled = await anOrg();
    const owner = await signIn(['local_implementer'], { orgIds: [disabled.id] });
    const closed = await owner.run(Create, { apartmentId: (await anApartment({ org_id: disabled.id })).id });
    await asSystem((tx) => tx.updateTable('org').set({ enabled: false }).where('id', '=', disabled.id).execute());

    const answers = [];
    for (const code of ['WXYZWXYZ', used.code, revoked.code, expired.code, closed.data.createClaimCode.code]) {
      answers.push(await (await signIn(['ara_user'])).run(Redeem, { code }));
    }

    expect(answers[0]?.errors).toMatchObject([refusal]);
    for (const answer of answers) {
      expect(answer).toEqual(answers[0]);
    }
  });

  it('says what no code can look like, without counting it as a guess', async () => {
    for (const [code, message] of [
      ['', 'form.required'],
      [' - ', 'form.required'],
      ['ABCD', 'form.badClaimCode'],
      ['ABCDEFGS', 'form.badClaimCode'],
      ['ABCDEFG1', 'form.badClaimCode'],
      ['ABCDEFGHI', 'form.badClaimCode'],
    ]) {
      expect((await resident.run(Redeem, { code })).errors).toMatchObject([{ fields: { code: message } }]);
    }
    expect((await resident.run(Redeem, { code: (await issue()).code })).errors).toBeUndefined();
  });

  it.each(['root', 'local_implementer', 'local_reporter', 'manager', 'container_admin'] as const)(
    'is refused to %s',
    async (role) => {
      const caller = await signIn([role], { orgIds: [org.id] });

      expect((await caller.run(Redeem, { code: (await issue()).code })).errors).toMatchObject([{ code: 'Forbidden' }]);
    },
  );
});
