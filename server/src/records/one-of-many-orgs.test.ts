import { expect, it } from 'vitest';
import { always } from '../reports/testing/events.ts';
import { aFurnishedOrg } from '../testing/furnished-org.ts';
import { asOwner, signIn, type Caller } from '../testing/harness.ts';
import { stepsOf, watchPlans, worseThanLinear } from '../testing/plans.ts';
import { rounds } from '../testing/rounds.ts';

await watchPlans(); // before the first connection

/** Orgs that come beside one, records of each kind in each, and how often each was changed since. */
const [others, rowsOfOrg, changes] = [rounds(6, 24), 200, 2];

const kinds = ['apartment', 'entrance', 'tower_block', 'card', 'apartment_card', 'container', 'container_group'];

/** As if all records of all orgs had been written, and written again, days ago. */
const changed = kinds.flatMap((kind) => [
  `alter table ${kind} disable trigger user`,
  `truncate ${kind}_history`,
  ...Array.from({ length: changes }, (_, nth) => {
    const [from, to] = [changes - nth, changes - nth - 1].map((index) => `now() - interval '${index * 10 + 1} days'`);
    return `do $$ begin
      create temp table former on commit drop as select * from ${kind};
      update former set row_id = nextval('row_id'), valid_from = ${from}, valid_to = ${to};
      insert into ${kind}_history select * from former;
    end $$`;
  }),
  `update ${kind} set valid_from = now() - interval '1 day'`,
  `alter table ${kind} enable trigger user`,
]);

const past = new Date(Date.now() - 5 * 86_400_000).toISOString();
const lists = ['apartments', 'entrances', 'towerBlocks', 'cards', 'apartmentCards', 'containers', 'containerGroups'];
const report = (name: string, metrics: string, to = always.to) =>
  `report(name: "${name}", input: { from: "${always.from}", to: "${to}", groupBy: [org], metrics: [${metrics}] }) { rowCount }`;

const questions = [
  ...lists.flatMap((name) => [
    `${name}(first: 20, asOf: "${past}") { nodes { id } totalCount }`,
    `${name}(first: 20, filter: { updatedAt: { from: "2020-01-01T00:00:00Z" } }) { nodes { id } totalCount }`,
  ]),
  ...['towerBlocks', 'entrances', 'apartments'].map(
    (name) => `${name}(first: 20, filter: { q: "gar" }) { nodes { id } totalCount }`,
  ),
  'containers(first: 20, filter: { q: "p" }) { nodes { id } totalCount }',
  'cards(first: 20, filter: { withoutApartment: true }) { nodes { id } totalCount }',
  'containerStatuses(first: 20, filter: { level: ok }) { nodes { id } totalCount }',
  'entrances(first: 1) { nodes { timeline { date } } }',
  report('registration-coverage', 'total_apartment_count, one_card_assigned_count'),
  report('registration-coverage', 'total_apartment_count, one_card_assigned_count', past),
  report('card-lifecycle', 'card_count, issued_count, replaced_count'),
  report('card-lifecycle', 'card_count, issued_count', past),
  report('controlled-coverage', 'container_count'),
];

const measure = (reader: Caller) =>
  stepsOf(async () => {
    for (const question of questions) {
      const { errors } = await reader.run(`{ ${question} }`);
      expect(errors, question).toBeUndefined();
    }
  });

it('what is asked of one org, or of its past, costs the same when there are many beside it', async () => {
  const reader = await signIn(['local_implementer'], { orgIds: [await aFurnishedOrg(rowsOfOrg)] });
  await asOwner(...changed, 'analyze');
  await measure(reader);
  const alone = await measure(reader);

  for (let count = 0; count < others; count += 1) {
    await aFurnishedOrg(rowsOfOrg);
  }
  await asOwner(...changed, 'analyze');
  await measure(reader);
  const beside = await measure(reader);

  expect(worseThanLinear(alone, beside, 1)).toEqual([]);
});
