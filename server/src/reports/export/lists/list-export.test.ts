import { once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anOrg, aContainerGroup, anApartment, anEntrance, aTowerBlock } from '../../../testing/factories.ts';
import { asSystem, internalErrors, signIn, type Caller } from '../../../testing/harness.ts';
import { askListExport, openListExport, readListExport } from '../../testing/list-exports.ts';

/** More than two pages. */
const many = 450;

let orgId: string;
let by: Caller;

/** Containers of which each ten tie in what they are sorted by; every third is open. */
const givenContainers = (org: string, group: string) =>
  asSystem((tx) =>
    sql`insert into container (org_id, container_group_id, serial_number, waste_stream, access_mode, size_litres, volume_control_litres)
      select ${org}, ${group}, 'S' || i, 'glass', case when i % 3 = 0 then 'open' else 'controlled' end, 100 + i / 10, 30
      from generate_series(1, ${many}::int) i`.execute(tx),
  );

beforeAll(async () => {
  const org = await anOrg({ name: 'Heron', time_zone: 'Atlantic/Azores' });
  orgId = org.id;
  const group = await aContainerGroup({ org_id: orgId, name: '=HYPERLINK("x")' });
  await givenContainers(orgId, group.id);
  by = await signIn(['local_implementer'], { orgIds: [orgId] });
});

const column = (path: string, label = path) => ({ label, paths: [path] });

describe('a list as a file', () => {
  it.each(['CSV', 'XLSX'])('has every row once, narrowed and ordered as the list, as %s', async (format) => {
    const [headings, ...rows] = await readListExport(by, {
      format,
      arguments: {
        filter: { accessMode: 'open' },
        sort: [{ field: 'size_litres', direction: 'desc' }],
      },
      columns: [column('serialNumber', 'Serie'), column('sizeLitres', '=Volum'), column('containerGroup.name', 'Grup')],
    });

    expect(headings).toEqual(['Serie', "'=Volum", 'Grup']);
    const sizes = rows.map(([, size]) => Number(size));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(new Set(rows.map(([serial]) => serial))).toEqual(
      new Set(Array.from({ length: many / 3 }, (_, index) => `S${3 * (index + 1)}`)),
    );
    expect(rows).toHaveLength(many / 3);
    expect(rows[0]?.[2]).toBe(`'=HYPERLINK("x")`);
  });

  it('says values in the words that were sent, moments by the clocks of their org, and flags in the language', async () => {
    const input = {
      list: 'containers',
      arguments: { filter: { q: 'S7' } },
      columns: [
        { ...column('accessMode'), words: [{ value: 'controlled', text: '+cu card' }] },
        column('viewerCanUpdate'),
        column('updatedAt'),
      ],
      locale: 'en',
    };
    const { data } = await by.run('{ containers(first: 1, filter: { q: "S7" }) { nodes { updatedAt } } }');
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Atlantic/Azores',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const moment = new Date(`${clock.format(new Date(data.containers.nodes[0].updatedAt)).replace(' ', 'T')}Z`);

    const [, row] = await readListExport(by, { ...input, format: 'XLSX' });

    expect(row).toEqual(["'+cu card", 'yes', moment]);
  });

  it('finds names in lists, those alone for which a flag holds, and puts the texts of several paths together', async () => {
    const block = await aTowerBlock({ org_id: orgId });
    const entrance = await anEntrance({ org_id: orgId, tower_block_id: block.id });
    const homeOf = (addr_ap: string) =>
      anApartment({
        org_id: orgId,
        entrance_id: entrance.id,
        addr_ap,
        occupier_name: 'Pop',
        occupier_first_name: null,
      });
    const { data } = await by.run(
      'mutation { createCard(input: { kind: physical, serialNumber: "A1B2C3D4" }) { id } }',
    );
    for (const [apartment, active] of [
      [await homeOf('1'), false],
      [await homeOf('2'), true],
    ] as const) {
      await asSystem((tx) =>
        tx
          .insertInto('apartment_card')
          .values({ org_id: orgId, apartment_id: apartment.id, card_id: data.createCard.id, active })
          .execute(),
      );
    }
    const paths = ['apartmentCards.apartment.addrAp', 'apartmentCards[active].apartment.addrAp'];

    const [, cells] = await readListExport(by, { list: 'cards', columns: paths.map((path) => column(path)) });
    const [, names] = await readListExport(by, {
      list: 'apartments',
      columns: [{ label: 'Ocupant', paths: ['occupierName', 'occupierFirstName', 'addrAp'] }],
      arguments: { sort: [{ field: 'addr_ap', direction: 'asc' }] },
    });

    expect(String(cells?.[0]).split(', ').toSorted()).toEqual(['1', '2']);
    expect(cells?.[1]).toBe('2');
    expect(names).toEqual(['Pop 1']);
  });

  it('is named after the list, in letters that any system takes', async () => {
    const { data } = await askListExport(by, { title: 'Grupuri [de] șezut: /1', format: 'XLSX' });

    expect(data.createListExport.fileName).toMatch(/^grupuri-de-sezut-1-\d{4}-\d\d-\d\d\.xlsx$/);
  });

  it('ends when whoever fetches it is a member no more', async () => {
    const member = await signIn(['local_implementer'], { orgIds: [orgId] });
    const { data } = await member.run('{ viewer { id } }');
    const stream = await openListExport(await askListExport(member, { columns: [column('id')] }));
    await once(stream, 'readable');
    stream.read();

    await asSystem((tx) => tx.deleteFrom('org_member').where('account_id', '=', data.viewer.id).execute());
    const [error] = await once(stream, 'error');

    expect(error.message).toMatch(/right/);
  });

  it('runs no further when its reader leaves, which is nobody’s error', async () => {
    const stream = await openListExport(await askListExport(by, { columns: [column('id')] }));
    await once(stream, 'readable');
    stream.read();
    const known = internalErrors.length;

    stream.destroy();
    await once(stream, 'close');

    expect(internalErrors).toHaveLength(known);
  });
});

const hostile: Readonly<Record<string, readonly [object, string]>> = {
  'no list': [{ list: 'kittens' }, 'list'],
  'a single record': [{ list: 'container' }, 'list'],
  'what is of every object': [{ list: 'constructor' }, 'list'],
  'a document': [{ list: 'containers { nodes { id } } }' }, 'list'],
  'the schema': [{ list: '__schema' }, 'list'],
  'a path of nothing': [{ columns: [column('id'), column('kitten')] }, 'columns.1.paths.0'],
  'an empty path': [{ columns: [column('', 'x')] }, 'columns.0.paths.0'],
  'a path that ends at a record': [{ columns: [column('containerGroup')] }, 'columns.0.paths.0'],
  'a path through a name': [{ columns: [column('id.id')] }, 'columns.0.paths.0'],
  'a path with arguments': [{ columns: [column('org(id: 1).name')] }, 'columns.0.paths.0'],
  'a path with more than a path': [{ columns: [column('id } } evil: viewer { name')] }, 'columns.0.paths.0'],
  'a path to pages': [{ list: 'accessGroups', columns: [column('entrances.nodes.id')] }, 'columns.0.paths.0'],
  'a flag where there is no list': [{ columns: [column('containerGroup[active].label')] }, 'columns.0.paths.0'],
  'a flag that is none': [{ list: 'cards', columns: [column('apartmentCards[id].id')] }, 'columns.0.paths.0'],
  'a path of 10,000 signs': [{ columns: [column('a'.repeat(10_000))] }, 'columns.0.paths.0'],
  'many paths of one column': [{ columns: [{ label: 'x', paths: Array(5).fill('id') }] }, 'columns.0.paths'],
  'no paths': [{ columns: [{ label: 'x', paths: [] }] }, 'columns.0.paths'],
  'no columns': [{ columns: [] }, 'columns'],
  'thousands of columns': [{ columns: Array(5_000).fill(column('id')) }, 'columns'],
  'no heading': [{ columns: [column('id', ' ')] }, 'columns.0.label'],
  'a heading without end': [{ columns: [column('id', 'x'.repeat(5_000))] }, 'columns.0.label'],
  'words without end': [
    { columns: [{ ...column('id'), words: Array(5_000).fill({ value: 'a', text: 'b' }) }] },
    'columns.0.words',
  ],
  'no title': [{ title: '' }, 'title'],
  'an argument of nothing': [{ arguments: { kitten: 1 } }, 'arguments.kitten'],
  'a page of its own': [{ arguments: { first: 1_000_000 } }, 'arguments.first'],
  'a filter of nothing': [{ arguments: { filter: { kitten: 1 } } }, 'arguments.filter'],
  'a filter that is none': [{ arguments: { filter: 'open' } }, 'arguments.filter'],
  'a word that the filter lacks': [{ arguments: { filter: { accessMode: 'ajar' } } }, 'arguments.filter.accessMode'],
  'an order by nothing': [{ arguments: { sort: [{ field: 'kitten', direction: 'asc' }] } }, 'arguments.sort.0.field'],
  'a list of arguments': [{ arguments: ['filter'] }, 'arguments'],
  'a required argument that is absent': [{ list: 'cardEventsSetAside' }, 'arguments.containerId'],
};

describe('a file is refused, naming what is wrong, of', () => {
  it.each(Object.entries(hostile))('%s', async (_what, [input, field]) => {
    const { errors } = await askListExport(by, input);

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { [field]: expect.stringMatching(/^form\./) } }]);
  });
});
