import { describe, expect, it } from 'vitest';
import { anApartment } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { aHomeToClaim, Redeem, refusal } from './claim-code.fixture.ts';

describe('a code that is redeemed again, as when the answer was lost on its way', () => {
  it('gives whoever used it the same answer again, as often as they ask, and nobody else', async () => {
    const { org, apartment, resident, issue } = await aHomeToClaim();
    const { code } = await issue();
    const first = await resident.run(Redeem, { code });
    const neighbour = await signIn(['ara_user'], { apartments: [await anApartment({ org_id: org.id })] });

    expect((await neighbour.run(Redeem, { code })).errors).toMatchObject([refusal]);
    // More often than wrong codes may be tried.
    for (let time = 0; time < 7; time += 1) {
      expect(await resident.run(Redeem, { code })).toEqual(first);
    }
    expect((await neighbour.run(Redeem, { code })).errors).toMatchObject([refusal]);
    const cards = await asSystem((tx) =>
      tx.selectFrom('apartment_card').select('id').where('apartment_id', '=', apartment.id).execute(),
    );
    expect(cards).toHaveLength(1);
  });

  it('refuses whoever used a code and has lived there', async () => {
    const { apartment, resident, issue } = await aHomeToClaim();
    const { code } = await issue();
    await resident.run(Redeem, { code });
    await asSystem((tx) => tx.deleteFrom('account_apartment').where('apartment_id', '=', apartment.id).execute());

    expect((await resident.run(Redeem, { code })).errors).toMatchObject([refusal]);
  });

  it('gives one who asks several times at once the same card each time', async () => {
    const { resident, issue } = await aHomeToClaim();
    const { code } = await issue();

    const answers = await Promise.all([1, 2, 3].map(() => resident.run(Redeem, { code })));

    expect(new Set(answers.map(({ data }) => data?.redeemClaimCode?.id)).size).toBe(1);
  });
});
