import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aManager } from '../../testing/factories.ts';
import { aFurnishedOrg } from '../../testing/furnished-org.ts';
import { asOwner, asSystem, signIn } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';

/** Cards of an org, each in somebody's hands but for three. */
const cards = 700;
const unheld = 3;

it('the cards that nobody holds are found without asking of each card', async () => {
  await watchPlans();
  const orgId = await aFurnishedOrg(cards);
  await asSystem((tx) =>
    sql`update apartment_card set active = false
      where id in (select id from apartment_card where org_id = ${orgId} order by id limit ${unheld})`.execute(tx),
  );
  await asOwner('vacuum analyze card', 'vacuum analyze apartment_card');
  const manager = await aManager({ org_id: orgId }); // who looks after none of its entrances
  const readers = [
    await signIn(['local_implementer'], { orgIds: [orgId] }),
    await signIn(['manager'], { managers: [manager] }),
  ];

  const steps = await stepsOf(async () => {
    for (const reader of readers) {
      const { data } = await reader.run(
        '{ cards(first: 20, filter: { withoutApartment: true }) { nodes { id } totalCount } }',
      );
      expect(data.cards.totalCount).toBe(unheld);
    }
  });

  expect([...steps].filter(([, { runs }]) => runs > 100)).toEqual([]);
  // Each card is passed once where they are looked for, with its hand-out.
  expect([...steps].filter(([, work]) => work.steps / work.runs > 8 * cards)).toEqual([]);
});
