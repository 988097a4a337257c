import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anOrg, aTowerBlock, anEntrance, anApartment } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { checkFile, countRecords, importFile, importGoodRows, settled } from '../import.fixture.ts';
import { aCnp, aSerial, csv, homesOf, reasonsOf } from './occupiers.fixture.ts';

const root = await signIn(['root']);

/** A block of two entrances, apartments 1 and 2 in each, one of which has an occupier. */
async function aBlock() {
  const org = await anOrg();
  const own = { org_id: org.id };
  const block = await aTowerBlock({
    ...own,
    addr_street: 'Str. Lungă',
    addr_nr: '4',
    addr_bl: 'B1',
    locality: 'Pașcani',
    county: 'Iași',
  });
  const [a, b] = [
    await anEntrance({ ...own, tower_block_id: block.id, addr_sc: 'A' }),
    await anEntrance({ ...own, tower_block_id: block.id, addr_sc: 'B' }),
  ];
  await anApartment({ ...own, entrance_id: a.id, addr_ap: '1', occupier_name: 'Veche', occupier_kind: 'domestic' });
  await anApartment({ ...own, entrance_id: a.id, addr_ap: '2' });
  await anApartment({ ...own, entrance_id: b.id, addr_ap: '2' });
  await anApartment({ ...own, entrance_id: b.id, addr_ap: '3' });
  return org;
}

const kind = 'occupiers';

describe('a list of occupiers', () => {
  it('goes to the apartments at its addresses, by the entrance or by the only one of its number, and makes none', async () => {
    const org = await aBlock();
    const serial = aSerial();
    const text = csv(
      'Strada;Nr;Bloc;Scara;Apartament;Titular;CNP;Card',
      `Str. Lungă;4;B1;A;1;Popescu;${aCnp(1)};${serial}`,
      'str. lunga;nr. 4;bl. b1;;ap. 3;Rusu;;',
      'Str. Lungă;4;B1;;2;Ene;;',
      'Str. Lungă;4;B1;A;9;Radu;;',
      'Str. Nouă;1;;A;1;Dinu;;',
    );

    const done = await importGoodRows(root, text, { orgId: org.id, kind });
    const again = await importGoodRows(root, text, { orgId: org.id, kind });

    expect(reasonsOf(done)).toEqual([
      [4, 'apartment', 'import.ambiguousApartment'],
      [5, 'apartment', 'import.unknownApartment'],
      [6, 'apartment', 'import.unknownApartment'],
    ]);
    expect(done).toMatchObject({
      state: 'applied',
      counts: { apartments: { create: 0, update: 2, same: 0 }, cards: { create: 1 }, apartmentCards: { create: 1 } },
      absent: { apartments: 2 },
      fields: { apartments: { occupierName: 2 } },
    });
    expect(again.counts).toMatchObject({ apartments: { update: 0, same: 2 }, cards: { same: 1 } });
    expect(await countRecords(org.id)).toEqual([1, 2, 4]);
    expect(await homesOf(org.id)).toMatchObject([
      { ap: '1', name: 'Popescu', mask: expect.stringMatching(/^2•/), cards: [serial] },
      { ap: '2', name: null },
      { ap: '2', name: null },
      { ap: '3', name: 'Rusu' },
    ]);
  });

  it('takes addresses that are surely the same, and leaves those out that a person has to decide', async () => {
    const org = await anOrg();
    const block = await aTowerBlock({
      org_id: org.id,
      county: 'Iași',
      locality: 'Pașcani',
      addr_street: 'Strada Alecsandri Vasile, poet',
      addr_nr: '5',
      addr_bl: '3',
    });
    const entrance = await anEntrance({ org_id: org.id, tower_block_id: block.id, addr_sc: 'A' });
    await anApartment({ org_id: org.id, entrance_id: entrance.id, addr_ap: '1' });
    const list = (locality: string) =>
      csv('judet;localitate;strada;nr;bloc;ap;nume', `Iasi;${locality};Str. Vasile Alecsandri;5;3;1;Popa`);

    const unsure = await importGoodRows(root, list(''), { orgId: org.id, kind });
    const sure = await importFile(root, list('Pascani'), { orgId: org.id, kind });

    expect(reasonsOf(unsure)).toEqual([[2, 'apartment', 'import.unknownApartment']]);
    expect(sure).toMatchObject({ state: 'applied', counts: { apartments: { update: 1 } } });
  });

  it('goes to no apartment of a village of that name in another county', async () => {
    const org = await aBlock();
    const of = (county: string) =>
      csv('Județ;Localitate;Strada;Nr;Bloc;Scara;Apartament;Titular', `${county};Pașcani;Str. Lungă;4;B1;A;2;Popescu`);
    const check = (county: string) => checkFile(root, of(county), { orgId: org.id, kind });

    const [other, same, unsaid] = [await check('Neamț'), await check('jud. IASI'), await check('')];

    expect(reasonsOf(other)).toEqual([[2, 'apartment', 'import.unknownApartment']]);
    expect(other.counts).toMatchObject({ apartments: { update: 0 } });
    expect(same.counts).toMatchObject({ problems: 0, apartments: { update: 1 } });
    expect(unsaid.counts).toMatchObject({ problems: 0, apartments: { update: 1 } });
  });

  it.each([
    ['street', csv('strada;bloc;ap;nume', ';;1;Popa')],
    ['block', csv('bloc;ap;nume', ';1;Popa')],
    ['sourceRef', csv('source_id;ap;nume', ';1;Popa')],
  ])('says of a column that the list has that no address is in it: %s', async (field, text) => {
    const org = await aBlock();

    const checked = await checkFile(root, text, { orgId: org.id, kind });

    expect(reasonsOf(checked)).toEqual([[2, field, 'form.required']]);
  });

  it.each(['occupiers', 'buildings'])(
    'gives no CNP of who lived there to a company: a list of %s says its CUI, or the row is left out',
    async (listed) => {
      const org = await aBlock();
      const [where, into] = ['Iași;Pașcani;Str. Lungă;4;B1;A', { orgId: org.id, kind: listed }];
      const header = 'judet;localitate;strada;nr;bloc;scara;ap;tip ocupant;nume;cnp sau cui';
      await importGoodRows(root, csv(header, `${where};1;;Popa;${aCnp(1)}`, `${where};2;;Ene;${aCnp(2)}`), into);

      const done = await importGoodRows(
        root,
        csv(header, `${where};1;firmă;Pâine SRL;`, `${where};2;firmă;Miere SRL;427410`),
        into,
      );

      expect(reasonsOf(done)).toEqual([[2, 'occupierKind', 'import.otherIdNumber']]);
      expect((await homesOf(org.id)).filter(({ name }) => name !== null)).toMatchObject([
        { name: 'Popa', kind: 'domestic', mask: expect.stringMatching(/^2•{10}\d\d$/) },
        { name: 'Miere SRL', kind: 'business', mask: '4•••10' },
      ]);
    },
  );

  it.each(['occupiers', 'buildings'])(
    'leaves who comes next no first name of who was there, and says of a number that it stays: a list of %s',
    async (listed) => {
      const org = await aBlock();
      const [where, into] = ['Iași;Pașcani;Str. Lungă;4;B1;A', { orgId: org.id, kind: listed }];
      const header = 'judet;localitate;strada;nr;bloc;scara;ap;nume;prenume;cnp';
      const [first, second] = [`${where};1;Popa;Ana;${aCnp(1)}`, `${where};2;Rusu;Ion;`];
      await importGoodRows(root, csv(header, first, second), into);

      const done = await importGoodRows(root, csv(header, `${where};1;Ene Maria;;`, `${where};2;RUSU;;`), into);

      expect(reasonsOf(done)).toEqual([[2, 'occupierName', 'import.keptIdNumber']]);
      expect(done.counts).toMatchObject({ problems: 0, warnings: 1 });
      const { rows } = await asSystem((tx) =>
        sql<{ name: string }>`
          select concat_ws(' ', occupier_name, occupier_first_name) as name from apartment
          where org_id = ${org.id} and occupier_name is not null order by addr_ap_key`.execute(tx),
      );
      expect(rows.map(({ name }) => name)).toEqual(['Ene Maria', 'RUSU Ion']);
    },
  );

  it('refuses a second row that says another occupier of an apartment', async () => {
    const org = await aBlock();
    const text = csv('strada;nr;bloc;scara;ap;nume', 'Str. Lungă;4;B1;A;1;Popa', 'Str. Lungă;4;B1;A;1;Ene');

    const done = await importGoodRows(root, text, { orgId: org.id, kind });

    expect(reasonsOf(done)).toEqual([[3, 'apartment', 'import.repeated']]);
    expect((await homesOf(org.id))[0]).toMatchObject({ name: 'Popa' });
  });
});

const Undo = 'mutation ($id: ID!) { undoImport(id: $id) { id } }';
const undo = async (id: string) => {
  await root.run(Undo, { id });
  return settled(root, id);
};

describe('undoing a list of occupiers', () => {
  const text = csv(
    'strada;nr;bloc;scara;ap;nume;cnp',
    `Str. Lungă;4;B1;A;1;Popescu;${aCnp(1)}`,
    'Str. Lungă;4;B1;B;3;Rusu;',
  );

  it('gives the apartments back who was there, and keeps what somebody wrote since', async () => {
    const org = await aBlock();
    const { id } = await importFile(root, text, { orgId: org.id, kind });
    const rusu = (await homesOf(org.id)).find(({ ap }) => ap === '3');
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { data } = await implementer.run(`{ apartment(id: "${rusu?.id}") { rowId } }`);
    await implementer.run(
      `mutation { updateApartment(id: "${rusu?.id}", rowId: "${data.apartment.rowId}", input: { occupierName: "Russo" }) { id } }`,
    );

    const job = await undo(id);

    expect(job.state).toBe('undone');
    expect(await homesOf(org.id)).toMatchObject([{ name: 'Veche', mask: null }, {}, {}, { ap: '3', name: 'Russo' }]);
  });

  it('takes what it brought of people out of history too, and brings nobody back who was erased', async () => {
    const org = await aBlock();
    const [first] = await homesOf(org.id);
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const History = `{ history(kind: "apartment", id: "${first?.id}", first: 20) { nodes { fields { name oldValue newValue } } } }`;
    const { id } = await importFile(root, text, { orgId: org.id, kind });
    const before = JSON.stringify((await implementer.run(History)).data);

    await undo(id);

    const after = await implementer.run(History);
    expect(before).toContain('Popescu');
    expect(after.errors).toBeUndefined();
    expect(JSON.stringify(after.data)).not.toContain('Popescu');

    const other = await importFile(root, text, { orgId: org.id, kind });
    const { data } = await implementer.run(`{ apartment(id: "${first?.id}") { rowId } }`);
    const erased = await implementer.run(
      `mutation { eraseOccupier(id: "${first?.id}", rowId: "${data.apartment.rowId}", purpose: "cerere scrisă") }`,
    );
    await undo(other.id);
    expect(erased.errors).toBeUndefined();
    expect((await homesOf(org.id))[0]).toMatchObject({ name: null, kind: 'unknown', mask: null });
  });
});
