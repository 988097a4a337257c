import { beforeAll, describe, expect, it } from 'vitest';
import { matchList } from '@noa/domain/addresses/match-list.ts';
import { AddressBook, type AddressMatch, type KnownStreet } from '@noa/domain/addresses/match.ts';
import {
  isThere,
  metresBetween,
  readTownHalls,
  readKnown,
  readPublished,
  readStreets,
  type KnownWithSource,
  type Pair,
} from './real-pairs.fixture.ts';

if (!isThere) {
  console.warn('SKIPPED: the matching of real addresses, because ../shared/data is not there');
}

/** A row of no block's source is still the same address where it stands on the same spot: lists name some buildings twice. */
const nearMetres = 60;

interface Table {
  /** Rows that have a block, and those of them that were joined to it, offered it, or taken for new. */
  readonly pairs: number;
  readonly joined: number;
  readonly proposed: number;
  readonly missed: number;
  /** Rows joined by themselves, and those of them that were joined to another block. */
  readonly joins: number;
  readonly wrong: number;
}

function countUp(pairs: readonly Pair[], matches: readonly AddressMatch[], known: readonly KnownWithSource[]): Table {
  const byId = new Map(known.map((each) => [each.id, each]));
  const judged = pairs.map((pair, at) => {
    const match = matches[at];
    const block = byId.get(match?.id ?? '');
    const isRight =
      pair.truth === null ? block !== undefined && metresBetween(pair, block) <= nearMetres : match?.id === pair.truth;
    return { pair, outcome: match?.outcome ?? 'new', isRight, reason: match?.reason, block };
  });
  const ofPairs = judged.filter(({ pair }) => pair.truth !== null);
  const joins = judged.filter(({ outcome }) => outcome === 'same');
  for (const { pair, block } of joins.filter(({ isRight }) => !isRight)) {
    console.log(
      '  joined wrongly:',
      Object.values(pair.stated).join(' | '),
      '->',
      block?.street,
      block?.number,
      block?.block,
    );
  }
  const kinds = Map.groupBy(
    ofPairs.filter(({ isRight, outcome }) => !isRight || outcome !== 'same'),
    ({ reason }) => reason,
  );
  console.log('  not joined by itself:', Object.fromEntries([...kinds].map(([reason, each]) => [reason, each.length])));
  return {
    pairs: ofPairs.length,
    joined: ofPairs.filter(({ outcome, isRight }) => outcome === 'same' && isRight).length,
    proposed: ofPairs.filter(({ outcome, isRight }) => outcome === 'probably' && isRight).length,
    missed: ofPairs.filter(({ outcome }) => outcome === 'new').length,
    joins: joins.length,
    wrong: joins.filter(({ isRight }) => !isRight).length,
  };
}

describe.skipIf(!isThere)('addresses of real lists', () => {
  let known: readonly KnownWithSource[];
  let idOf: ReadonlyMap<string, string>;
  let streets: readonly KnownStreet[];
  beforeAll(async () => {
    ({ known, idOf } = await readKnown());
    streets = await readStreets();
  });

  const measure = (name: string, pairs: readonly Pair[]) => {
    const began = process.cpuUsage();
    const matches = matchList(
      new AddressBook(known, streets),
      pairs.map(({ stated }) => stated),
    );
    const { user, system } = process.cpuUsage(began);
    console.log(
      `${name}: ${pairs.length} rows against ${known.length} blocks, ${Math.round((user + system) / 1_000)} ms of processor`,
    );
    const table = countUp(pairs, matches, known);
    const [precision, recall] = [1 - table.wrong / table.joins, table.joined / table.pairs];
    console.table({ ...table, precision: precision.toFixed(4), recall: recall.toFixed(4) });
    return { precision, recall };
  };

  it('are joined to their blocks, as the town halls of nineteen counties wrote them', async () => {
    const { precision, recall } = measure('buildings.csv', await readTownHalls(idOf));

    expect(precision).toBeGreaterThanOrEqual(0.995);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  it('are joined to their blocks, as Bucharest published them', async () => {
    const { precision, recall } = measure('bucuresti-as-published.csv', await readPublished(idOf));

    expect(precision).toBeGreaterThanOrEqual(0.995);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  it('are joined to no other block where their own is not in the registry', async () => {
    const pairs = (await readTownHalls(idOf)).filter(({ truth }) => truth !== null);
    const taken = new Set(pairs.flatMap(({ truth }, at) => (at % 2 === 0 ? [truth] : [])));
    const book = new AddressBook(
      known.filter(({ id }) => !taken.has(id)),
      streets,
    );
    const orphans = pairs.filter(({ truth }) => taken.has(truth));

    const joined = matchList(
      book,
      orphans.map(({ stated }) => stated),
    ).flatMap(({ outcome, id }, at) => (outcome === 'same' ? [{ orphan: orphans[at], id }] : []));

    joined.forEach(({ orphan, id }) =>
      console.log(
        '  an orphan found',
        Object.values(orphan?.stated ?? {}).join(' | '),
        '->',
        known.find((each) => each.id === id),
      ),
    );
    console.log(`${orphans.length} rows without their blocks: ${joined.length} joined to others`);
    expect(joined.length / orphans.length).toBeLessThanOrEqual(0.005);
  });
});
