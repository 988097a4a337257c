import { beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { importFile } from './import.fixture.ts';
import { anOrg } from '../testing/factories.ts';
import { asOwner, signIn } from '../testing/harness.ts';
import { stepsOf, watchPlans, worseThanLinear, type Steps } from '../testing/plans.ts';

await watchPlans(); // before the first connection
const root = await signIn(['root']);

/** A personal number whose check digit holds. */
function personalNumber(n: number): string {
  const body = `2960229${String(n).padStart(5, '0')}`;
  const sum = Array.from('279146358279').reduce((total, weight, i) => total + Number(weight) * Number(body[i]), 0);
  return `${body}${sum % 11 === 10 ? 1 : sum % 11}`;
}

/** An apartment a row, 20 behind an entrance, two entrances a block. */
const apartments = (name: string, firstNumber: number) => (count: number) =>
  [
    'county,locality,street,number,block,entrance,apartment,occupier_kind,occupier_name,occupier_id_number,manager',
    ...Array.from({ length: count }, (_, i) => {
      const block = Math.floor(i / 40);
      const entrance = Math.floor(i / 20) % 2 ? 'B' : 'A';
      const number = personalNumber(firstNumber + i);
      return `Iași,Pașcani,Str. Unirii,${block},A${block},${entrance},${(i % 20) + 1},casnic,${name},${number},Zorilor`;
    }),
  ].join('\n');

/** An entrance a row, with its apartments counted. */
const counted = (count: number) =>
  ['street,number,block,apartments', ...Array.from({ length: count / 20 }, (_, i) => `Str. Păcii,${i},B${i},20`)].join(
    '\n',
  );

/** Localities of one county, ten a town. */
const localities = (prefix: string) => (count: number) =>
  [
    'SIRUTA;DENLOC;SIRSUP;TIP;NIV',
    '10;JUDEȚUL ALBA;1;40;1',
    ...Array.from({ length: count }, (_, i) =>
      i % 10 === 0 ? `${1_000 + i};${prefix} ${i};10;4;2` : `${1_000 + i};${prefix} ${i};${1_000 + i - (i % 10)};9;3`,
    ),
  ].join('\n');

/** Containers, four a group that is created with them. */
const containers = (litres: number) => (count: number) =>
  [
    'grup,serie,fractie,volum,tambur',
    ...Array.from({ length: count }, (_, i) => `P${Math.floor(i / 4)},C${i},sticlă,${litres},20`),
  ].join('\n');

/** Cards of the apartments of {@link apartments}, each with its holder, whose serials no other org has. */
const cards = (count: number) => {
  const delivery = randomBytes(3).toString('hex').toUpperCase();
  return [
    'serie,strada,nr,bloc,scara,apartament',
    ...Array.from({ length: count }, (_, i) => {
      const [block, entrance] = [Math.floor(i / 40), Math.floor(i / 20) % 2 ? 'B' : 'A'];
      const serial = `04${delivery}${i.toString(16).padStart(6, '0').toUpperCase()}`;
      return `${serial},Str. Unirii,${block},A${block},${entrance},${(i % 20) + 1}`;
    }),
  ].join('\n');
};

const first = apartments('Popescu', 0);

/** The same apartments with other occupiers, each with a card that no other org has. */
const withCards = (count: number) => {
  const serials = cards(count).split('\n').slice(1);
  const [header, ...rows] = apartments('Ionescu', 50_000)(count).split('\n');
  return [
    `${header?.replace(',manager', '')},uid`,
    ...rows.map((row, i) => `${row.replace(',Zorilor', '')},${serials[i]?.split(',')[0]}`),
  ].join('\n');
};

/** What is imported, and into what. */
const cases: readonly {
  what: string;
  kind?: string;
  before?: (count: number) => string;
  /** What is there before are apartments, and not records of the kind. */
  apartments?: true;
  list: (count: number) => string;
}[] = [
  { what: 'new apartments', list: first },
  { what: 'apartments that are there, as they are', before: first, list: first },
  { what: 'apartments that are there, changed', before: apartments('Ionescu', 50_000), list: first },
  { what: 'apartments that are counted', list: counted },
  { what: 'containers that are there, changed', kind: 'containers', before: containers(770), list: containers(1_100) },
  { what: 'cards and who holds them', kind: 'cards', apartments: true, before: first, list: cards },
  { what: 'apartments with a card each', before: first, list: withCards },
  { what: 'occupiers with a card each', kind: 'occupiers', apartments: true, before: first, list: withCards },
  { what: 'localities', kind: 'siruta', list: localities('LOCUL') },
  {
    what: 'localities that are there, changed',
    kind: 'siruta',
    before: localities('SATUL'),
    list: localities('VALEA'),
  },
];

/** What is planned by one statement, however long the file. */
const plannedOf: Readonly<Record<string, string>> = {
  siruta: 'planned_gis_node',
  containers: '"planned_container"',
  cards: 'planned_apartment_card',
};

async function bringIn(orgId: string, kind: string, text: string): Promise<void> {
  const job = await importFile(
    root,
    text,
    kind === 'siruta' ? { kind } : { kind, orgId, createMissing: kind === 'containers' },
  );
  expect(job).toMatchObject({ state: 'applied', counts: { problems: 0 } });
}

/** An org with what the list speaks of; the address tree is planted anew, as all orgs share it. */
async function newOrg(): Promise<string> {
  const { id } = await anOrg();
  await asOwner(
    `select set_config('noa.actor', 'tests', false)`,
    'delete from gis_node',
    `insert into manager (org_id, name) values ('${id}', 'Zorilor')`,
  );
  return id;
}

async function measure(
  kind: string,
  count: number,
  before: ((count: number) => string) | undefined,
  list: (count: number) => string,
  kindBefore = kind,
) {
  const orgId = await newOrg();
  if (before) {
    await bringIn(orgId, kindBefore, before(count));
  }
  return stepsOf(() => bringIn(orgId, kind, list(count)));
}

/** What PostgreSQL plans once a connection is planned for one row here, as after somebody's work in forms. */
async function planForOneRow(): Promise<void> {
  const orgId = await newOrg();
  await bringIn(orgId, 'buildings', apartments('Ionescu', 50_000)(1));
  await bringIn(orgId, 'buildings', first(1));
}

/** Orgs with so many apartments each, and what PostgreSQL knows of them. */
const orgsWithStatistics = (orgs: number, size: number) =>
  asOwner(
    `select set_config('noa.actor', 'tests', false)`,
    `insert into org (name) select 'Veche ' || i from generate_series(1, ${orgs}) i`,
    `insert into manager (org_id, name) select id, 'Zorilor' from org where name like 'Veche %'`,
    `insert into tower_block (org_id, county, locality, addr_street, addr_nr, addr_bl)
      select id, 'Iași', 'Pașcani', 'Str. Gării', b::text, 'B' || b from org, generate_series(1, ${size} / 40) b
      where name like 'Veche %'`,
    `insert into entrance (org_id, tower_block_id, addr_sc, manager_id)
      select t.org_id, t.id, s, m.id from tower_block t join manager m on m.org_id = t.org_id, unnest(array['A', 'B']) s
      where t.addr_street = 'Str. Gării'`,
    `insert into apartment (org_id, entrance_id, addr_ap, occupier_name)
      select e.org_id, e.id, a::text, 'Ionescu' from entrance e join tower_block t on t.id = e.tower_block_id,
        generate_series(1, 20) a where t.addr_street = 'Str. Gării'`,
    'analyze',
  );

function demandLinear(): void {
  beforeAll(planForOneRow);

  it.each(cases)('of $what', { timeout: 120_000 }, async ({ kind = 'buildings', before, list, ...there }) => {
    const kindBefore = there.apartments ? 'buildings' : kind;
    const ofFew: Steps = await measure(kind, 80, before, list, kindBefore);
    const ofMany: Steps = await measure(kind, 320, before, list, kindBefore);

    const written = plannedOf[kind] ?? 'planned_apartment';
    expect([...ofMany.keys()].filter((statement) => statement.startsWith(`insert into ${written} `))).toHaveLength(1);
    expect(worseThanLinear(ofFew, ofMany, 4)).toEqual([]);
  });
}

describe('each statement of an import four times as long does four times as much', () => {
  describe('in a database without statistics', demandLinear);

  describe('in an org that is younger than the statistics', () => {
    beforeAll(() => orgsWithStatistics(6, 640));
    demandLinear();
  });
});
