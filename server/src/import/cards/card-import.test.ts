import { describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { anApartment, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { checkFile, importFile, importGoodRows } from '../import.fixture.ts';

const root = await signIn(['root']);

const csv = (...rows: string[]) => `${rows.join('\n')}\n`;
const aSerial = () => `04${randomBytes(6).toString('hex').toUpperCase()}`;

const blocks = csv('strada;nr;bloc;scari;apartamente', 'Str. Lungă;4;B1;A:2|B:2;4', 'Str. Scurtă;;C2;A:1|B:1;2');

/** Cards of the org with the apartment that holds them. */
const cardsOf = (orgId: string) =>
  asSystem((tx) =>
    tx
      .selectFrom('card as c')
      .leftJoin('apartment_card as h', (join) => join.onRef('h.card_id', '=', 'c.id').on('h.active', '=', true))
      .leftJoin('apartment as a', 'a.id', 'h.apartment_id')
      .select(['c.id', 'c.serial_number', 'c.display_serial_number', 'c.kind', 'c.status', 'a.addr_ap'])
      .where('c.org_id', '=', orgId)
      .orderBy('c.serial_number')
      .execute(),
  );

describe('a list of cards', () => {
  it('registers the cards of a delivery, in whichever notation, and nothing the second time', async () => {
    const org = await anOrg();
    const [one, other] = [aSerial(), aSerial()].toSorted() as [string, string];
    const text = csv('UID;Tip', `${one.match(/../g)?.join(':')};fizic`, `${other};`);

    const done = await importFile(root, text, { orgId: org.id, kind: 'cards' });
    const again = await importFile(root, text, { orgId: org.id, kind: 'cards' });

    expect(done).toMatchObject({ state: 'applied', counts: { problems: 0, cards: { create: 2 } } });
    expect(again.counts).toMatchObject({ cards: { create: 0, update: 0, same: 2 } });
    expect(await cardsOf(org.id)).toMatchObject([
      { serial_number: one, kind: 'physical', status: 'normal', addr_ap: null },
      { serial_number: other, kind: 'physical' },
    ]);
  });

  it('keeps the delivery note that they came with, its date and the supplier, and leaves it where it is not said again', async () => {
    const org = await anOrg();
    const [one, other] = [aSerial(), aSerial()].toSorted() as [string, string];
    const asked = { orgId: org.id, kind: 'cards' };
    const header = 'UID;Nr. aviz;Data avizului;Furnizor';
    const noteOf = async () => {
      const { data } = await root.run(
        'query ($q: String) { cards(filter: { q: $q }) { nodes { deliveryNote supplier } } }',
        { q: one },
      );
      return data.cards.nodes;
    };

    const done = await importFile(
      root,
      csv(header, `${one};AVZ 1234;2026-11-15;Carduri SRL`, `${other};77;3/11/2026;`),
      asked,
    );
    const first = await noteOf();
    const silent = await importFile(root, csv('UID', one), asked);
    const changed = await importFile(root, csv('UID;Aviz', `${one};1235`), asked);
    const incomplete = await checkFile(
      root,
      csv(header, `${one};;2026-11-15;`, `${other};${'9'.repeat(75)};2026-11-15;`),
      asked,
    );

    expect(done).toMatchObject({ state: 'applied', counts: { problems: 0, cards: { create: 2 } } });
    expect(first).toEqual([{ deliveryNote: 'AVZ 1234/15.11.2026', supplier: 'Carduri SRL' }]);
    expect(silent.counts.cards).toEqual({ create: 0, update: 0, same: 1 });
    expect(changed).toMatchObject({ counts: { cards: { update: 1 } }, fields: { cards: { deliveryNote: 1 } } });
    expect(await noteOf()).toEqual([{ deliveryNote: '1235', supplier: 'Carduri SRL' }]);
    expect(incomplete.problems.nodes).toMatchObject([
      { rowNumber: 2, field: 'deliveryNote', reason: 'form.required' },
      { rowNumber: 3, field: 'deliveryDate', reason: 'form.tooLong' },
    ]);
    const { data } = await root.run(
      'query ($id: ID!) { history(kind: "card", id: $id) { nodes { fields { name newValue } } } }',
      {
        id: (await cardsOf(org.id))[0]?.id,
      },
    );
    expect(data.history.nodes[0].fields).toEqual([{ name: 'deliveryNote', newValue: '1235' }]);
  });

  it('hands them to the apartments that it names, once', async () => {
    const org = await anOrg();
    await importFile(root, blocks, { orgId: org.id });
    const [one, other] = [aSerial(), aSerial()].toSorted() as [string, string];
    const text = csv(
      'Serie;Strada;Nr;Bloc;Scara;Apartament',
      `${one};str. lunga;nr. 4;bl. B1;sc. B;ap. 3`,
      `${other};Str. Scurtă;;C2;;2`,
    );

    const done = await importFile(root, text, { orgId: org.id, kind: 'cards' });
    const again = await importFile(root, text, { orgId: org.id, kind: 'cards' });

    expect(done.counts).toMatchObject({ problems: 0, cards: { create: 2 }, apartmentCards: { create: 2, same: 0 } });
    expect(again.counts).toMatchObject({ cards: { same: 2 }, apartmentCards: { create: 0, same: 2 } });
    expect((await cardsOf(org.id)).map(({ addr_ap }) => addr_ap)).toEqual(['3', '2']);
  });

  it.each([
    ['ro', { apartment: 'Apartament', serial: 'Cod', kind: 'Fel', status: 'Stare' }],
    ['en', { apartment: 'Apartment', serial: 'Code', kind: 'Kind', status: 'Status' }],
  ] as const)('is the list of cards that the console saves, too (%s)', async (locale, names) => {
    const org = await anOrg();
    await importFile(root, blocks, { orgId: org.id });
    const [one, other] = [aSerial(), aSerial()].toSorted() as [string, string];
    const text = csv('Serie;Strada;Nr;Bloc;Scara;Apartament', `${one};Str. Lungă;4;B1;B;3`, `${other};;;;;`);
    await importFile(root, text, { orgId: org.id, kind: 'cards' });
    const { data } = await root.run(
      `query ($org: ID) {
        cards(filter: { orgId: $org }) { nodes { displaySerialNumber kind apartmentCards { apartment { label } } } }
      }`,
      { org: org.id },
    );
    type Listed = { displaySerialNumber: string; kind: string; apartmentCards: { apartment: { label: string } }[] };
    const rows = data.cards.nodes.map(
      (card: Listed) =>
        `${card.displaySerialNumber};${card.kind};normal;"${card.apartmentCards[0]?.apartment.label ?? ''}"`,
    );

    const saved = csv(`${names.serial};${names.kind};${names.status};${names.apartment}`, ...rows);
    const again = await importFile(root, saved, { orgId: org.id, kind: 'cards' });

    expect(rows.join(locale)).toContain('Str. Lungă 4, bl. B1, sc. B, ap. 3');
    expect(again.problems.nodes).toEqual([]);
    expect(again).toMatchObject({ counts: { problems: 0, cards: { create: 0, update: 0, same: 2 } } });
    expect(again.counts).toMatchObject({ apartmentCards: { create: 0, same: 1 } });
  });

  it('is one of serial, kind and apartment, which may be blank, or an id as the API tells it', async () => {
    const [org, elsewhere] = [await anOrg(), await anOrg()];
    await importFile(root, blocks, { orgId: org.id });
    const foreign = await anApartment({ org_id: elsewhere.id });
    const { data } = await root.run('query ($id: ID) { apartments(filter: { orgId: $id }) { nodes { id addrAp } } }', {
      id: org.id,
    });
    const [door] = data.apartments.nodes as { id: string; addrAp: string }[];
    const [blank, held, other, numbered] = Array.from({ length: 4 }, aSerial).toSorted();
    const asked = { orgId: org.id, kind: 'cards' };
    const rows = [`${blank},physical,`, `${held},virtual,${door?.id.toUpperCase()}`];

    const done = await importFile(root, csv('serial,kind,apartment', ...rows), asked);
    const again = await importFile(root, csv('serial,kind,apartment', ...rows), asked);
    const refused = await checkFile(
      root,
      csv('serial,kind,apartment', `${other},physical,${foreign.id}`, `${numbered},physical,3`),
      asked,
    );

    expect(done.counts).toMatchObject({ problems: 0, cards: { create: 2 }, apartmentCards: { create: 1 } });
    expect((await cardsOf(org.id)).map(({ addr_ap }) => addr_ap)).toEqual([null, door?.addrAp]);
    expect(again.counts).toMatchObject({ cards: { same: 2 }, apartmentCards: { create: 0, same: 1 } });
    expect(refused.problems.nodes).toMatchObject([
      { rowNumber: 2, field: 'apartment', reason: 'import.unknownApartment', value: foreign.id },
      { rowNumber: 3, field: 'street', reason: 'form.required' },
    ]);
  });

  it('says which cards cannot be registered or handed out, and why', async () => {
    const [org, elsewhere] = [await anOrg(), await anOrg()];
    await importFile(root, blocks, { orgId: org.id });
    const [held, blocked, foreign, lost, fresh, homeless] = Array.from({ length: 6 }, aSerial);
    await importFile(root, csv('serie', String(foreign)), { orgId: elsewhere.id, kind: 'cards' });
    await importFile(root, csv('serie', String(blocked)), { orgId: org.id, kind: 'cards' });
    const header = 'serie;strada;nr;bloc;apartament;tip';
    await importFile(root, csv(header, `${held};Str. Lungă;4;B1;1;`), { orgId: org.id, kind: 'cards' });
    await asSystem((tx) =>
      tx.updateTable('card').set({ status: 'blocked' }).where('serial_number', '=', String(blocked)).execute(),
    );

    const done = await importGoodRows(
      root,
      csv(
        header,
        `${held};Str. Lungă;4;B1;2;`,
        `${blocked};Str. Lungă;4;B1;2;`,
        `${foreign};;;;;`,
        `${lost};Str. Lungă;4;B1;99;`,
        `${held};;;;;virtual`,
        '0312345678;;;;;',
        '08AABBCC;;;;;',
        'abc;;;;;',
        `${fresh};Str. Lungă;4;B1;2;`,
        `${homeless};Str. Lungă;4;B1;;`,
      ),
      { orgId: org.id, kind: 'cards' },
    );

    expect(done).toMatchObject({ state: 'applied', counts: { cards: { create: 1 }, apartmentCards: { create: 1 } } });
    expect(
      done.problems.nodes.map(({ rowNumber, reason }: { rowNumber: number; reason: string }) => [rowNumber, reason]),
    ).toEqual([
      [2, 'form.cardAssigned'],
      [3, 'form.cardBlocked'],
      [4, 'form.taken'],
      [5, 'import.unknownApartment'],
      [6, 'import.repeated'],
      [7, 'form.ambiguousSerial'],
      [8, 'form.randomSerial'],
      [9, 'form.badSerial'],
      [11, 'form.required'],
    ]);
  });

  it.each(['cards', 'buildings'])(
    'records who tried to register a card that is live elsewhere, in a list of %s',
    async (kind) => {
      const [org, elsewhere] = [await anOrg(), await anOrg()];
      await importFile(root, blocks, { orgId: org.id });
      const [foreign, fresh] = [aSerial(), aSerial()];
      await importFile(root, csv('serie', foreign), { orgId: elsewhere.id, kind: 'cards' });
      const text =
        kind === 'cards'
          ? csv('serie;strada;nr;bloc;apartament', `${foreign};Str. Lungă;4;B1;1`, `${fresh};Str. Lungă;4;B1;2`)
          : csv(
              'strada;nr;bloc;scara;apartament;card',
              `Str. Lungă;4;B1;A;1;${foreign}`,
              `Str. Lungă;4;B1;A;2;${fresh}`,
            );
      const duplicates = () =>
        asSystem((tx) =>
          tx
            .selectFrom('card_event')
            .select(['org_id', 'card_id', 'failed_attempt'])
            .where('kind', '=', 'duplicate_detected')
            .where('org_id', 'in', [org.id, elsewhere.id])
            .execute(),
        );

      const checked = await checkFile(root, text, { orgId: org.id, kind });
      expect(checked.problems.nodes).toMatchObject([{ rowNumber: 2, reason: 'form.taken' }]);
      expect(await duplicates()).toEqual([]);
      await importGoodRows(root, text, { orgId: org.id, kind });

      expect(await duplicates()).toEqual([{ org_id: org.id, card_id: null, failed_attempt: true }]);
    },
  );
});
