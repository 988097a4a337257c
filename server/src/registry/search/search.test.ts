import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aCard,
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
  aTowerBlock,
} from '../../testing/factories.ts';
import { signIn, signInGateway, together, type Caller } from '../../testing/harness.ts';
import { ids as sealer } from '../../testing/sealed.ts';

const Search = `query ($text: String!, $first: Int) { search(text: $text, first: $first) { kind id label description } }`;

interface Hit {
  kind: string;
  id: string;
  label: string;
  description: string | null;
}

async function hits(caller: Caller, text: string, first?: number): Promise<Hit[]> {
  const { data, errors } = await caller.run(Search, { text, first });
  expect(errors).toBeUndefined();
  return data.search;
}

const ids = async (caller: Caller, text: string) => (await hits(caller, text)).map(({ id }) => id);

const org = await anOrg({ name: 'Primăria Heron', addr: 'Piața Egretei 1' });
const other = await anOrg({ name: 'Primăria Cocor' });
const manager = await aManager({ org_id: org.id, name: 'Asociația Lăstun' });
const accessGroup = await anAccessGroup({ org_id: org.id, name: 'Grup Pescăruș' });
const block = await aTowerBlock({
  org_id: org.id,
  addr_street: 'Str. Ștefan cel Mare',
  addr_nr: '12',
  addr_bl: 'B1',
  locality: 'Pașcani',
});
const entrance = await anEntrance({
  org_id: org.id,
  tower_block_id: block.id,
  addr_sc: 'A',
  manager_id: manager.id,
  access_group_id: accessGroup.id,
});
const apartment = await anApartment({
  org_id: org.id,
  entrance_id: entrance.id,
  addr_ap: '5',
  occupier_kind: 'domestic',
  occupier_name: 'Țuțea',
  occupier_first_name: 'Ioana',
});
const neighbour = await anApartment({
  org_id: org.id,
  entrance_id: entrance.id,
  addr_ap: '50',
  occupier_name: 'Barbu',
});
const card = await aCard({ org_id: org.id, serial_number: '04A2B1C3', apartment });
const yard = { org_id: org.id, addr_street: 'Str. Gării', addr_nr: '3' };
const group = await aContainerGroup({ ...yard, item_number: 'P-7' });
const container = await aContainer({ ...yard, container_group_id: group.id, serial_number: 'C-7' });
const longer = await aContainer({ org_id: org.id, container_group_id: group.id, serial_number: 'C-7-1' });
const foreign = await anApartment({ org_id: other.id, occupier_name: 'Țuțea' });

const orgIds = [org.id];
const implementer = await signIn(['local_implementer'], { orgIds });
const reporter = await signIn(['local_reporter'], { orgIds });
const containerAdmin = await signIn(['container_admin'], { orgIds });
const keeper = await signIn(['manager'], { managers: [manager] });
const resident = await signIn(['ara_user'], { apartments: [neighbour] });
const root = await signIn(['root']);

describe('search', () => {
  it.each(['ackfmod', 'ACK-FMOD', '04A2B1C3', '04:a2:b1:c3', '0077771203', String(0xc3b1a204), 'ackf', '04a2b1'])(
    'finds a card by %s, and says who holds it',
    async (text) => {
      const [hit] = await hits(implementer, text);

      expect(hit).toEqual({
        kind: 'card',
        id: card.id,
        label: 'ACKFMOD',
        description: 'Str. Ștefan cel Mare 12, bl. B1, sc. A, ap. 5',
      });
    },
  );

  it('finds an apartment by its address, as it is written on letters and in any order', async () => {
    expect(await ids(implementer, 'Str. Ștefan cel Mare 12, bl. B1, sc. A, ap. 5')).toEqual([apartment.id]);
    expect(await ids(implementer, '5 stefan mare b1')).toEqual([apartment.id]);
    expect(await ids(implementer, 'stefan mare 17')).toEqual([]);
  });

  it('finds an apartment by its occupier, for those who may read names', async () => {
    const found = { kind: 'apartment', id: apartment.id, description: 'Țuțea Ioana' };

    expect(await hits(implementer, 'tutea')).toMatchObject([found]);
    expect(await hits(keeper, 'ioana tut')).toMatchObject([found]);
    expect(await hits(reporter, 'tutea')).toEqual([]);
    expect(await hits(containerAdmin, 'tutea')).toEqual([]);
  });

  it('tells nobody else who lives behind an address', async () => {
    for (const caller of [reporter, containerAdmin]) {
      const found = (await hits(caller, 'stefan mare 5')).filter(({ kind }) => kind === 'apartment');

      expect(found).toMatchObject([{ id: apartment.id, description: null }]);
    }
  });

  it('shows the record whose serial number it is before those that merely begin with it', async () => {
    expect(await ids(containerAdmin, 'c-7')).toEqual([container.id, longer.id]);
    expect((await hits(containerAdmin, 'C-7'))[0]).toMatchObject({ label: 'C-7', description: 'Str. Gării 3' });
  });

  it.each([
    ['container', 'gari', container.id],
    ['containerGroup', 'p-7', group.id],
    ['entrance', 'stefan cel mare a', entrance.id],
    ['towerBlock', 'ȘTEFAN CEL MARE', block.id],
    ['manager', 'lastun', manager.id],
    ['accessGroup', 'pescarus', accessGroup.id],
    ['org', 'egretei', org.id],
  ])('finds the %s by words', async (kind, text, id) => {
    expect(await hits(implementer, text)).toContainEqual(expect.objectContaining({ kind, id }));
  });

  it.each([
    ['card', card],
    ['apartment', apartment],
    ['container', container],
    ['containerGroup', group],
    ['entrance', entrance],
    ['towerBlock', block],
    ['manager', manager],
    ['accessGroup', accessGroup],
    ['org', org],
  ])('finds the %s by its id and by its rowId, and by no number of versions', async (kind, { id, row_id }) => {
    expect(await hits(root, id)).toMatchObject([{ kind, id }]);
    expect((await hits(root, sealer.sealNumber('version', row_id)))[0]).toMatchObject({ kind, id });
    expect(await hits(root, row_id.padStart(18, '0'))).not.toContainEqual(expect.objectContaining({ kind, id }));
  });

  it('finds nothing of another org', async () => {
    const stranger = await signIn(['local_implementer'], { orgIds: [other.id] });

    expect(await ids(stranger, 'tutea')).toEqual([foreign.id]);
    expect(await hits(stranger, 'ackfmod')).toEqual([]);
    expect(await hits(stranger, container.id)).toEqual([]);
  });

  it('gives residents what is theirs, and is refused to gateways', async () => {
    const gateway = await signInGateway(orgIds);

    expect(await ids(resident, 'stefan mare 5')).not.toContain(apartment.id);
    expect(await ids(resident, 'stefan mare 50')).toContain(neighbour.id);
    expect(await hits(resident, 'ackfmod')).toEqual([]);
    expect(await hits(resident, 'tutea')).toEqual([]);
    for (const text of ['ackfmod', container.id]) {
      expect((await gateway.run(Search, { text })).errors).toMatchObject([{ code: 'Forbidden' }]);
    }
  });

  it('lets no kind crowd out the others', async () => {
    const found = await hits(implementer, 'stefan', 3);

    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['apartment', 'entrance', 'towerBlock']));
  });

  it('finds nothing by a single letter or signs alone, and gives 50 hits at most', async () => {
    expect(await hits(root, 's')).toEqual([]);
    expect(await hits(root, '%%%')).toEqual([]);
    expect((await root.run(Search, { text: 'stefan', first: 51 })).errors).toMatchObject([{ code: 'LimitExceeded' }]);
    expect((await root.run(Search, { text: 'stefan', first: 0 })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { first: 'page.tooSmall' } },
    ]);
  });
});

describe('the order of what is found', () => {
  const collator = new Intl.Collator('ro', { numeric: true });
  const naturally = (texts: readonly string[]) => texts.toSorted((one, other) => collator.compare(one, other));
  const part = (label: string, name: string) => new RegExp(`${name}\\. (\\w+)`).exec(label)?.[1] ?? '';
  const distinct = fc.uniqueArray(fc.integer({ min: 1, max: 130 }), { minLength: 3, maxLength: 7 });

  it('is the exact address first, then blocks, entrances and apartments, each in natural order', async () => {
    let streets = 0;
    await fc.assert(
      fc.asyncProperty(distinct, distinct, distinct, fc.nat(), async (blocks, staircases, doors, chosen) => {
        const street = `Aleea Nalbei ${String.fromCharCode(65 + (streets += 1))}ela`;
        const { id: org_id } = await anOrg();
        const caller = await signIn(['local_implementer'], { orgIds: [org_id] });
        const made = await Promise.all(
          blocks.map((bl) => aTowerBlock({ org_id, addr_street: street, addr_nr: '7', addr_bl: String(bl) })),
        );
        const home = made[chosen % made.length];
        const entrances = await Promise.all(
          staircases.map((sc) => anEntrance({ org_id, tower_block_id: home?.id ?? '', addr_sc: String(sc) })),
        );
        const stairs = entrances[chosen % entrances.length];
        await Promise.all(
          doors.map((ap) => anApartment({ org_id, entrance_id: stairs?.id ?? '', addr_ap: String(ap) })),
        );

        const found = await hits(caller, street, 50);
        const labels = (kind: string) => found.filter((hit) => hit.kind === kind).map(({ label }) => label);
        expect([...new Set(found.map(({ kind }) => kind))]).toEqual(['towerBlock', 'entrance', 'apartment']);
        for (const [kind, name] of [
          ['towerBlock', 'bl'],
          ['entrance', 'sc'],
          ['apartment', 'ap'],
        ] as const) {
          const numbers = labels(kind).map((label) => part(label, name));
          expect(numbers).toEqual(naturally(numbers));
        }
        for (const kind of ['towerBlock', 'entrance', 'apartment']) {
          const label = labels(kind)[chosen % labels(kind).length] ?? '';
          expect((await hits(caller, label.toUpperCase(), 1))[0]).toMatchObject({ kind, label });
        }
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });

  it('is the exact address first where a number occurs twice, whatever comes before it', async () => {
    const { id: org_id } = await anOrg();
    const caller = await signIn(['local_implementer'], { orgIds: [org_id] });
    const { id: tower_block_id } = await aTowerBlock({
      org_id,
      addr_street: 'Aleea Bujorului',
      addr_nr: '7',
      addr_bl: '3',
    });
    const entrances = await Promise.all(
      ['1', '2', '3'].map((addr_sc) => anEntrance({ org_id, tower_block_id, addr_sc })),
    );
    for (const { id: entrance_id } of entrances) {
      await anApartment({ org_id, entrance_id, addr_ap: '3' });
    }

    for (const [text, kind] of [
      ['Aleea Bujorului 7, bl. 3', 'towerBlock'],
      ['Aleea Bujorului 7, bl. 3, sc. 3', 'entrance'],
      ['aleea bujorului 7 bl 3 sc 3 ap 3', 'apartment'],
    ] as const) {
      const [first] = await hits(caller, text, 1);
      expect(first).toMatchObject({ kind });
      expect(first?.label.replaceAll(/[^0-9]/g, '')).toBe(text.replaceAll(/[^0-9]/g, ''));
    }
  });

  it('loses neither the exact address nor the first ones among many that begin alike', async () => {
    const { id: org_id } = await anOrg();
    const caller = await signIn(['local_implementer'], { orgIds: [org_id] });
    const of = { org_id, addr_street: 'Bd. Macului', addr_nr: '3' };
    // The words of the staircase's address are those of its block's as well: 1 begins 12.
    const { id: tower_block_id } = await aTowerBlock({ ...of, addr_nr: '4', addr_bl: '12' });
    await anEntrance({ org_id, tower_block_id, addr_sc: '1' });
    expect(await hits(caller, 'Bd. Macului 4, bl. 12, sc. 1', 1)).toMatchObject([{ kind: 'entrance' }]);
    const blocks = Array.from({ length: 140 }, (_, index) => String(140 - index));
    await together(() => Promise.all(blocks.map((addr_bl) => aTowerBlock({ ...of, addr_bl }))));

    const first = await hits(caller, 'macului 3', 20);
    expect(first.map(({ label }) => part(label, 'bl'))).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index + 1)),
    );
    expect((await hits(caller, 'Bd. Macului 3, bl. 1', 20))[0]).toMatchObject({ label: 'Bd. Macului 3, bl. 1' });
    expect((await hits(caller, 'macului 3 bl 137', 20)).map(({ label }) => label)).toEqual(['Bd. Macului 3, bl. 137']);
  });

  it('is the same for a manager, who reaches a part of it', async () => {
    const { id: org_id } = await anOrg();
    const own = await aManager({ org_id });
    const caller = await signIn(['manager'], { managers: [own] });
    const { id: tower_block_id } = await aTowerBlock({ org_id, addr_street: 'Str. Crinului', addr_nr: '1' });
    for (const [addr_sc, manager_id] of [
      ['10', own.id],
      ['3', null],
      ['2', own.id],
    ] as const) {
      const stairs = await anEntrance({ org_id, tower_block_id, addr_sc, manager_id });
      await anApartment({ org_id, entrance_id: stairs.id, addr_ap: addr_sc === '2' ? '9' : '1' });
      await anApartment({ org_id, entrance_id: stairs.id, addr_ap: '10' });
    }

    const found = await hits(caller, 'crinului');

    const labels = found.filter(({ kind }) => kind === 'apartment').map(({ label }) => label.replace(/^.*sc/, 'sc'));
    expect(labels).toEqual(['sc. 2, ap. 9', 'sc. 2, ap. 10', 'sc. 10, ap. 1', 'sc. 10, ap. 10']);
  });
});
