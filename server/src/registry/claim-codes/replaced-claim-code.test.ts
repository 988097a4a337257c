import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { iso, nextMoment } from '../../graphql/past.fixture.ts';
import { anApartment } from '../../testing/factories.ts';
import { asSystem } from '../../testing/harness.ts';
import { aHomeToClaim, Create, Redeem, Revoke } from './claim-code.fixture.ts';

type Home = Awaited<ReturnType<typeof aHomeToClaim>>;
let org: Home['org'];
let apartment: Home['apartment'];
let implementer: Home['implementer'];
let resident: Home['resident'];
let issue: Home['issue'];
let codesOf: Home['codesOf'];

beforeEach(async () => {
  ({ org, apartment, implementer, resident, issue, codesOf } = await aHomeToClaim());
});

describe('a claim code', () => {
  it.each([
    ['used', ({ code }: { code: string }) => resident.run(Redeem, { code })],
    ['revoked', ({ id, rowId }: { id: string; rowId: string }) => implementer.run(Revoke, { id, rowId })],
    ['replaced', () => implementer.run(Create, { apartmentId: apartment.id })],
  ] as const)('is read in no past once it is %s', async (_how, end) => {
    const issued = await issue();
    const moment = iso(await nextMoment());
    const Past = `query ($id: ID!, $moment: DateTime) { apartment(id: $id, asOf: $moment) { liveClaimCode { id code } } }`;
    expect((await end(issued)).errors).toBeUndefined();

    const { data } = await implementer.run(Past, { id: apartment.id, moment });

    expect(data.apartment.liveClaimCode).toEqual({ id: issued.id, code: null });
    const { rows } = await asSystem((tx) =>
      sql`select from claim_code_history where id = ${issued.id} and code_cipher is not null`.execute(tx),
    );
    expect(rows).toEqual([]);
  });

  it('voids the one that the caller has seen, and none that a colleague made meanwhile', async () => {
    const [seen, { id: other }] = [await issue(), await issue(await anApartment({ org_id: org.id }))];
    const replace = (replaces: string) => implementer.run(Create, { apartmentId: apartment.id, replaces });
    const colleagues = await issue();

    for (const replaces of [seen.id, other, 'nothing']) {
      expect((await replace(replaces)).errors).toMatchObject([
        { code: 'Conflict', fields: { replaces: 'claimCode.notLive' } },
      ]);
    }
    expect((await codesOf(apartment)).liveClaimCode).toEqual({ id: colleagues.id, code: colleagues.code });

    const { data } = await replace(colleagues.id);

    expect((await codesOf(apartment)).liveClaimCode.id).toBe(data.createClaimCode.id);
    expect((await codesOf(apartment)).claimCodes).toContainEqual({ id: colleagues.id, code: null, state: 'revoked' });
  });
});
