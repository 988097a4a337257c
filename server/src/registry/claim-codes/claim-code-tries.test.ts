import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anApartment, unique } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { aHomeToClaim, Redeem, refusal } from './claim-code.fixture.ts';

/** A code that nobody was given; as good as never the same twice. */
const wrong = () => `WRNG${unique('').padStart(4, 'A')}`.replaceAll(/[01]/g, 'Z');

describe('guessing', () => {
  it('ends after five wrong codes, says when to try again, and then judges no code', async () => {
    const { apartment, resident, issue, codesOf } = await aHomeToClaim();
    const { code } = await issue();
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await resident.run(Redeem, { code: wrong() })).errors).toMatchObject([refusal]);
    }

    const { errors } = await resident.run(Redeem, { code });

    expect(errors).toMatchObject([{ code: 'LimitExceeded' }]);
    const minutes = (Date.parse(String(errors?.[0]?.['retryAt'])) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    expect((await codesOf(apartment)).liveClaimCode.code).toBe(code);
  });

  it('counts across the aliases of one request, and across requests at the same moment', async () => {
    const { resident } = await aHomeToClaim();
    const aliases = () =>
      `mutation { ${Array.from({ length: 6 }, (_, index) => `a${index}: redeemClaimCode(code: "${wrong()}") { id }`).join(' ')} }`;
    const another = await signIn(['ara_user']);

    const broad = [];
    for (let requests = 0; requests < 12; requests += 1) {
      broad.push(await resident.run(aliases()));
    }
    const parallel = await Promise.all(Array.from({ length: 12 }, () => another.run(Redeem, { code: wrong() })));

    for (const answers of [broad, parallel]) {
      const codes = answers.flatMap(({ errors }) => errors ?? []).map(({ code }) => code);
      expect(codes.filter((code) => code === 'ValidationFailed')).toHaveLength(5);
      expect(codes.filter((code) => code === 'LimitExceeded').length).toBeGreaterThanOrEqual(7);
    }
  });

  it('is forgiven as its tries get older than a quarter of an hour, one by one', async () => {
    const { resident } = await aHomeToClaim();
    for (let guess = 0; guess < 5; guess += 1) {
      await resident.run(Redeem, { code: wrong() });
    }
    await asSystem((tx) =>
      sql`update rate_limit set tries = array(
        select case when n = 1 then t - interval '16 minutes' else t end from unnest(tries) with ordinality as u (t, n))
        where cardinality(tries) = 5`.execute(tx),
    );

    const sixth = await resident.run(Redeem, { code: wrong() });
    const seventh = await resident.run(Redeem, { code: wrong() });

    expect(sixth.errors).toMatchObject([refusal]);
    expect(seventh.errors).toMatchObject([{ code: 'LimitExceeded' }]);
  });

  it('does not count right codes', async () => {
    const { org, entrance, resident, issue } = await aHomeToClaim();
    for (let apartments = 0; apartments < 7; apartments += 1) {
      const { code } = await issue(await anApartment({ org_id: org.id, entrance_id: entrance.id }));
      expect((await resident.run(Redeem, { code })).errors).toBeUndefined();
    }
  });

  it('ends for a whole network after thirty wrong codes, whoever types them, and for no other', async () => {
    const { resident, issue } = await aHomeToClaim();
    const network = unique('198.51.100.');
    for (let person = 0; person < 6; person += 1) {
      const guesser = await signIn(['ara_user']);
      for (let guess = 0; guess < 5; guess += 1) {
        expect((await guesser.run(Redeem, { code: wrong() }, network)).errors).toMatchObject([refusal]);
      }
    }
    const { code } = await issue();

    const there = await resident.run(Redeem, { code }, network);
    const elsewhere = await resident.run(Redeem, { code }, unique('198.51.101.'));

    expect(there.errors).toMatchObject([{ code: 'LimitExceeded' }]);
    expect(elsewhere.errors).toBeUndefined();
  });
});
