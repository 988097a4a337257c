import { describe, expect, it } from 'vitest';
import { anApartment, anEntrance, anOrg, aTowerBlock, unique } from '../../testing/factories.ts';
import { asSystem, signIn, together } from '../../testing/harness.ts';
import { someOf } from '../../testing/rounds.ts';
import { always, AskReport, givenEvents } from '../testing/events.ts';

/** Of each entrance: apartments, all with a card, and how many of them used a container. */
type Use = readonly (readonly [homes: number, users: number])[];

/** An org of such entrances, two to a block, and the callers who ask about it. */
const aTown = (use: Use) => together(() => makeTown(use));

async function makeTown(use: Use) {
  const { id: org_id } = await anOrg();
  const [first, second, third] = [
    await aTowerBlock({ org_id }),
    await aTowerBlock({ org_id }),
    await aTowerBlock({ org_id }),
  ];
  const blocks = [first, first, second, second, third, third];
  const positions: string[] = [];
  for (const [position, [homes, users]] of use.entries()) {
    const entrance = await anEntrance({ org_id, tower_block_id: blocks[position]?.id ?? first.id });
    positions.push(entrance.id);
    const apartments = await Promise.all(
      Array.from({ length: homes }, () => anApartment({ org_id, entrance_id: entrance.id })),
    );
    await asSystem(async (tx) => {
      const cards = await tx
        .insertInto('card')
        .values(
          apartments.map(() => ({
            org_id,
            kind: 'virtual',
            serial_number: `04${unique('').padStart(8, '0')}`,
            display_serial_number: 'AAAAAAAA',
          })),
        )
        .returning('id')
        .execute();
      const handOuts = apartments.map(({ id }, index) => ({
        org_id,
        apartment_id: id,
        card_id: cards[index]?.id ?? '',
      }));
      await tx.insertInto('apartment_card').values(handOuts).execute();
    });
    await givenEvents(
      apartments
        .slice(0, users)
        .map(({ id }) => ({ org_id, kind: 'full_use', apartment_id: id, entrance_id: entrance.id }) as const),
    );
  }
  const names = new Map([
    ...positions.map((id, position) => [id, `entrance ${position}`] as const),
    ...[first, second, third].map(({ id }, position) => [id, `block ${position}`] as const),
  ]);
  const reporter = await signIn(['local_reporter'], { orgIds: [org_id] });
  const ask = async (name: string, metric: string, groupBy: readonly string[], chosen: readonly number[] = []) => {
    const value = chosen.map((position) => positions[position]);
    const filters = chosen.length > 0 ? [{ field: 'entrance', operator: 'in', value }] : [];
    const input = { ...always, groupBy, metrics: [metric], filters, first: 100 };
    const { data, errors } = await reporter.run(AskReport, { name, input });
    expect(errors).toBeUndefined();
    const rows = data.report.rows as [string, number][];
    const named = rows.map((row) => row.map((cell) => names.get(String(cell)) ?? cell));
    return named.toSorted((one, other) => String(one).localeCompare(String(other)));
  };
  return { ask };
}

/** The one who used a container is behind the first entrance or the second: no answer may tell which. */
const town = await aTown([
  [8, 1],
  [8, 0],
  [8, 5],
  [8, 6],
  [20, 9],
  [20, 12],
]);
const twin = await aTown([
  [8, 0],
  [8, 1],
  [8, 5],
  [8, 6],
  [20, 9],
  [20, 12],
]);

const figures = [
  ['participation', 'participating_count'],
  ['participation', 'participating_pct'],
  ['participation', 'card_apartment_count'],
  ['dormant-apartments', 'dormant_apartment_count'],
] as const;
const choices: readonly (readonly number[])[] = [[0], [1, 4], [0, 2, 3], [1, 2, 3, 4, 5]];
const groups: readonly (readonly string[])[] = [[], ['entrance'], ['tower_block']];

describe.each(figures)('%s, %s, for somebody who may not know who', (name, metric) => {
  it('does not tell behind which entrance fewer than five apartments used a container', async () => {
    const from = figures.findIndex(([, figure]) => figure === metric);
    for (const [nth, groupBy] of groups.entries()) {
      for (const chosen of [[], ...someOf(choices, from + nth)]) {
        const asked = JSON.stringify([groupBy, chosen]);
        expect(await town.ask(name, metric, groupBy, chosen), asked).toEqual(
          await twin.ask(name, metric, groupBy, chosen),
        );
      }
    }
  });
});

it('what is left of the whole is of five users or more', async () => {
  const [[all]] = (await town.ask('participation', 'participating_count', [])) as unknown as [[number]];
  const shown = await town.ask('participation', 'participating_count', ['entrance']);

  expect(shown.map(([position]) => position)).toEqual(['entrance 3', 'entrance 4', 'entrance 5']);
  expect(all - shown.reduce((sum, [, users]) => sum + Number(users), 0)).toBe(6);
});
