import { describe, expect, it } from 'vitest';
import { aContainer, aContainerGroup, aManager, anAccessGroup, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn, signInGateway } from '../../testing/harness.ts';
import { Controller } from '../../sync/controller.fixture.ts';
import {
  applyImport,
  checkFile,
  countRecords,
  importFile,
  importGoodRows,
  mapImport,
  settled,
  startImport,
} from '../import.fixture.ts';
import { aCnp, aSerial, csv, homesOf, reasonsOf, twoSerials } from './occupiers.fixture.ts';

const root = await signIn(['root']);

const header = 'Strada;Nr;Bloc;Scara;Ap;Nume;Prenume;CNP;Administrator;Grup de acces;Serie card';

describe('a list with an apartment, its occupier and a card in each row', () => {
  it('makes the apartments, names their occupiers and hands the cards out, in one go', async () => {
    const org = await anOrg();
    const [one, other] = twoSerials();
    const text = csv(
      header,
      `Str. Lungă;4;B1;A;1;Popescu;Ana;${aCnp(1)};;;${one}`,
      `Str. Lungă;4;B1;A;2;Rusu;Ion;;;;${other.match(/../g)?.join(':')}`,
      'Str. Lungă;4;B1;A;3;;;;;;',
    );

    const checked = await checkFile(root, text, { orgId: org.id });
    const before = await countRecords(org.id);
    await applyImport(root, checked.id);
    const done = await settled(root, checked.id);

    expect(checked.mapping).toMatchObject({ serialNumber: 'Serie card', apartment: 'Ap', occupierName: 'Nume' });
    expect(before).toEqual([0, 0, 0]);
    expect(done.counts).toEqual(checked.counts);
    expect(done).toMatchObject({
      state: 'applied',
      counts: {
        problems: 0,
        warnings: 0,
        towerBlocks: { create: 1 },
        apartments: { create: 3 },
        cards: { create: 2, same: 0 },
        apartmentCards: { create: 2, same: 0 },
      },
    });
    expect(await homesOf(org.id)).toMatchObject([
      { ap: '1', kind: 'domestic', name: 'Popescu', mask: expect.stringMatching(/^2•{10}\d\d$/), cards: [one] },
      { ap: '2', name: 'Rusu', mask: null, cards: [other] },
      { ap: '3', kind: 'unknown', name: null, cards: [] },
    ]);
  });

  it('changes nothing the second time, and the third what it says otherwise, told by field', async () => {
    const org = await anOrg();
    const [one, other] = twoSerials();
    const text = csv(header, `Str. A;1;;A;1;Popescu;Ana;${aCnp(1)};;;${one}`, 'Str. A;1;;A;2;Rusu;Ion;;;;');
    await importFile(root, text, { orgId: org.id });

    const again = await importFile(root, text, { orgId: org.id });
    const changed = await importFile(root, text.replace('Rusu;Ion;;;;', `Russo;Ion;;;;${other}`), { orgId: org.id });

    expect(again.counts).toMatchObject({
      apartments: { create: 0, update: 0, same: 2 },
      cards: { create: 0, same: 1 },
      apartmentCards: { create: 0, same: 1 },
    });
    expect(changed.counts).toMatchObject({
      apartments: { update: 1, same: 1 },
      cards: { create: 1, same: 1 },
      apartmentCards: { create: 1, same: 1 },
    });
    expect(changed.fields.apartments).toEqual({ occupierName: 1 });
    expect(await homesOf(org.id)).toMatchObject([{ cards: [one] }, { name: 'Russo', cards: [other] }]);
  });

  it('hands an apartment several cards, in rows of their own or in one cell, and asks that its rows name one occupier', async () => {
    const org = await anOrg();
    const serials = Array.from({ length: 6 }, aSerial);
    const [a, b, c, d, e, f] = serials;
    const text = csv(
      header,
      `Str. A;1;;A;1;;;;;;${a}`,
      `Str. A;1;;A;1;Popescu;Ana;;;;${b}`,
      `Str. A;1;;A;2;Rusu;;;;;${c}, ${d}`,
      `Str. A;1;;A;2;Ene;;;;;${e}`,
      `Str. A;1;;A;1;Popescu;Ana;;;;${b}`,
      `Str. A;1;;A;3;;;;;;${f} / ab`,
    );

    const done = await importGoodRows(root, text, { orgId: org.id });

    expect(reasonsOf(done)).toEqual([
      [5, 'occupierName', 'import.contradicts'],
      [6, 'apartment', 'import.repeatedSame'],
      [7, 'serialNumber', 'form.badSerial'],
    ]);
    expect(done.problems.nodes[0]).toMatchObject({ value: 'Ene', otherRow: 4 });
    expect(await homesOf(org.id)).toMatchObject([
      { ap: '1', name: 'Popescu', cards: expect.arrayContaining([a, b]) },
      { ap: '2', name: 'Rusu', cards: expect.arrayContaining([c, d]) },
    ]);
  });

  it('leaves rows out whose card cannot be handed out, and applies the others', async () => {
    const [org, elsewhere] = [await anOrg(), await anOrg()];
    const [held, blocked, foreign, fresh, twice] = Array.from({ length: 5 }, aSerial);
    await importFile(root, csv('serie', String(foreign)), { orgId: elsewhere.id, kind: 'cards' });
    await importFile(root, csv('serie', String(blocked)), { orgId: org.id, kind: 'cards' });
    await asSystem((tx) =>
      tx.updateTable('card').set({ status: 'blocked' }).where('serial_number', '=', String(blocked)).execute(),
    );
    await importFile(root, csv(header, `Str. A;1;;A;1;Popescu;;;;;${held}`), { orgId: org.id });

    const done = await importGoodRows(
      root,
      csv(
        header,
        `Str. A;1;;A;2;Rusu;;;;;${held}`,
        `Str. A;1;;A;3;Ene;;;;;${blocked}`,
        `Str. A;1;;A;4;Radu;;;;;${foreign}`,
        `Str. A;1;;A;;;;;;;${fresh}`,
        `Str. A;1;;A;5;Dinu;;;;;${twice}`,
        `Str. A;1;;A;6;Dinu;;;;;${twice}`,
        'Str. A;1;;A;7;Stan;;;;Fără nume;',
      ),
      { orgId: org.id },
    );

    expect(reasonsOf(done)).toEqual([
      [2, 'serialNumber', 'form.cardAssigned'],
      [3, 'serialNumber', 'form.cardBlocked'],
      [4, 'serialNumber', 'form.taken'],
      [5, 'apartment', 'form.required'],
      [7, 'serialNumber', 'import.repeated'],
      [8, 'accessGroup', 'form.notFound'],
    ]);
    expect(await homesOf(org.id)).toMatchObject([
      { ap: '1', cards: [held] },
      { ap: '5', name: 'Dinu', cards: [twice] },
    ]);
  });

  it('asks for the column of the apartment where it has one of cards, and says nothing of cards where it has none', async () => {
    const org = await anOrg();
    const { data } = await startImport(root, csv('strada;uid', `Str. A;${aSerial()}`), { orgId: org.id });
    const { errors } = await mapImport(root, data.startImport.id, data.startImport.mapping);
    const plain = await importFile(root, csv('strada;ap', 'Str. A;1'), { orgId: org.id });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { 'mapping.apartment': 'form.required' } }]);
    expect(plain.counts).not.toHaveProperty('cards');
    expect(plain.counts).not.toHaveProperty('apartmentCards');
  });

  it('leaves rows out that say who lives there, or a card, and no apartment', async () => {
    const org = await anOrg();
    const where: Record<string, string> = { Strada: 'Str. Lungă', Nr: '4', Scara: 'A' };
    const said: Record<string, string> = { Nume: 'Popescu', Prenume: 'Ana', CNP: aCnp(1), 'Serie card': aSerial() };
    const columns = Object.keys(said);
    const rowWith = (column: string | null) =>
      header
        .split(';')
        .map((each) => (each === column ? said[each] : where[each]) ?? '')
        .join(';');

    const done = await importGoodRows(root, csv(header, rowWith(null), ...columns.map(rowWith)), { orgId: org.id });

    expect(done.problems.nodes).toMatchObject(
      columns.map((_, at) => ({ rowNumber: at + 3, field: 'apartment', value: '', reason: 'form.required' })),
    );
    expect(await countRecords(org.id)).toEqual([1, 1, 0]);
  });

  it.each([...header.split(';').slice(5, 8), 'Serie card'])(
    'asks for the column of the apartment where it has one that is called %s, but for a list of whole blocks',
    async (column) => {
      const org = await anOrg();
      const started = async (text: string) =>
        (await startImport(root, text, { orgId: org.id })).data.startImport as { id: string; mapping: object };
      const list = await started(csv(`strada;${column}`, 'Str. A;x'));
      const { errors } = await mapImport(root, list.id, list.mapping);
      const ofBlocks = await started(csv('strada;scări;Denumire', 'Str. A;2;Turn'));

      expect(errors).toMatchObject([{ fields: { 'mapping.apartment': 'form.required' } }]);
      expect(ofBlocks.mapping).toEqual({ street: 'strada', entrances: 'scări' });
    },
  );

  it('lets the cards open what their entrance may use, and takes them back when it is undone', async () => {
    const org = await anOrg();
    const [near, group] = [
      await anAccessGroup({ org_id: org.id, name: 'Deleni' }),
      await aContainerGroup({ org_id: org.id }),
    ];
    const container = await aContainer({ org_id: org.id, container_group_id: group.id });
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    await implementer.run(
      `mutation { joinContainerGroup(accessGroupId: "${near.id}", containerGroupId: "${group.id}") { id } }`,
    );
    const lock = new Controller(container.id, await signInGateway([org.id]));
    const serial = aSerial();

    const { id } = await importFile(root, csv(header, `Str. A;1;;A;1;Popescu;Ana;;;deleni;${serial}`), {
      orgId: org.id,
    });
    await lock.poll(100);
    const admitted = [...lock.admitted];
    await root.run(`mutation { undoImport(id: "${id}") { id } }`);
    const undone = await settled(root, id);
    await lock.poll(100);

    expect(admitted).toEqual([serial]);
    expect(undone.state).toBe('undone');
    expect([...lock.admitted]).toEqual([]);
    expect(await countRecords(org.id)).toEqual([0, 0, 0]);
  });

  it('is seen by the property administrator of its entrances, by nobody of another org, and brought by root alone', async () => {
    const [org, elsewhere] = [await anOrg(), await anOrg()];
    const manager = await aManager({ org_id: org.id, name: 'Asociația 1' });
    const text = csv(header, `Str. A;1;;A;1;Popescu;Ana;${aCnp(1)};Asociația 1;;${aSerial()}`);
    const { id } = await importFile(root, text, { orgId: org.id });
    const [administrator, stranger, reporter] = [
      await signIn(['manager'], { managers: [manager] }),
      await signIn(['local_implementer'], { orgIds: [elsewhere.id] }),
      await signIn(['local_reporter'], { orgIds: [org.id] }),
    ];
    const List = '{ apartments { nodes { occupierName occupierIdNumber } } cards { nodes { status } } }';

    const seen = (await administrator.run(List)).data;
    const strange = (await stranger.run(List)).data;
    const reported = await reporter.run('{ apartments { nodes { occupierName } } }');

    expect(seen.apartments.nodes).toMatchObject([
      { occupierName: 'Popescu', occupierIdNumber: expect.stringMatching(/^2•/) },
    ]);
    expect(seen.cards.nodes).toEqual([{ status: 'normal' }]);
    expect([strange.apartments.nodes, strange.cards.nodes]).toEqual([[], []]);
    expect(reported.errors).toMatchObject([{ code: 'Forbidden' }]);
    for (const caller of [administrator, stranger, reporter]) {
      const { errors } = await caller.run(`{ importJob(id: "${id}") { problems(first: 1) { totalCount } } }`);
      expect(errors).toMatchObject([{ code: 'Forbidden' }]);
    }
  });
});
