import { beforeAll, describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, internalErrors, signIn } from '../../testing/harness.ts';
import { checkFile, importFile, settled } from '../import.fixture.ts';
import { listBlocks, plantTree } from '../localities/tree.fixture.ts';

const root = await signIn(['root']);

beforeAll(plantTree);

const listOf = (locality: string, ...streets: string[]) =>
  ['judet;localitate;strada', ...streets.map((street) => `${locality};${street}`), ''].join('\n');

/** The arteries of a locality by their names. */
const listArteries = (parentId: string) =>
  asSystem((tx) =>
    tx
      .selectFrom('gis_node')
      .select(['id', 'name', 'row_id'])
      .where('parent_id', '=', parentId)
      .where('kind', '=', 'artery')
      .orderBy('name')
      .execute(),
  );

const undo = async (id: string) => {
  await root.run('mutation ($id: ID!) { undoImport(id: $id) { id } }', { id });
  await settled(root, id);
  const { data } = await root.run(
    'query ($id: ID!) { importJob(id: $id) { state undo { removed restored kept records { kind label reason } } } }',
    { id },
  );
  return data.importJob;
};

describe('a list of tower blocks', () => {
  it('makes the arteries of its streets, has its blocks lie in them, and finds them the second time', async () => {
    const org = await anOrg();
    const list = listOf('Neamț;Piatra Neamț', 'Str. UNIRII', 'Strada Unirii nr. 5', 'Bd. Unirii', 'bl. B1');

    const checked = await checkFile(root, list, { orgId: org.id });
    const done = await importFile(root, list, { orgId: org.id });
    const again = await importFile(root, list, { orgId: org.id });

    expect(checked.counts.arteries).toEqual({ create: 2, update: 0, same: 0 });
    const [boulevard, street] = await listArteries('nt-pn-1');
    expect([boulevard?.name, street?.name]).toEqual(['Bulevardul Unirii', 'Strada Unirii']);
    expect(done.counts.arteries).toEqual({ create: 2, update: 0, same: 0 });
    expect((await listBlocks(org.id)).map(({ addr_street, gis_node_id }) => [addr_street, gis_node_id])).toEqual([
      ['Bd. Unirii', boulevard?.id],
      ['Str. UNIRII', street?.id],
      ['Strada Unirii nr. 5', street?.id],
      ['bl. B1', 'nt-pn-1'],
    ]);
    expect(again.counts).toMatchObject({ towerBlocks: { create: 0, update: 0, same: 4 } });
    expect(again.counts.arteries).toBeUndefined();
    expect(await listArteries('nt-pn-1')).toEqual([boulevard, street]);
  });

  it('uses an artery that is there, of whatever org, and leaves its name as it is', async () => {
    const [one, other] = [await anOrg(), await anOrg()];
    await importFile(root, listOf('Iași;Heci', 'Strada Vasile Alecsandri'), { orgId: one.id });
    const before = await listArteries('is-le-1');

    await importFile(root, listOf('Iași;Heci', 'STR. V. ALECSANDRI'), { orgId: other.id });

    expect(await listArteries('is-le-1')).toEqual(before);
    expect(await listBlocks(other.id)).toMatchObject([
      { addr_street: 'STR. V. ALECSANDRI', gis_node_id: before[0]?.id },
    ]);
  });

  it('has blocks that lay in the locality lie in the artery when it comes again', async () => {
    const org = await anOrg();
    const list = listOf('Neamț;Roman', 'Str. Gării');
    await importFile(root, list, { orgId: org.id });
    await asSystem((tx) =>
      tx.insertInto('gis_node').values({ id: 'nt-ro-2', kind: 'loc', name: 'Roman', parent_id: 'nt-ro' }).execute(),
    );

    const again = await importFile(root, list, { orgId: org.id });

    expect(again.counts).toMatchObject({ arteries: { create: 1 }, towerBlocks: { create: 0, update: 1 } });
    expect(again.fields.towerBlocks).toEqual({ gisNodeId: 1 });
    expect(await listBlocks(org.id)).toMatchObject([{ gis_node_id: (await listArteries('nt-ro-2'))[0]?.id }]);
  });

  it('leaves a block in the locality where its street may be one of two', async () => {
    const org = await anOrg();
    const list = listOf('Neamț;Piatra Neamț', 'Strada Păcii', 'Aleea Păcii', 'Păcii');

    await importFile(root, list, { orgId: org.id });
    const again = await importFile(root, list, { orgId: org.id });

    expect((await listBlocks(org.id)).find(({ addr_street }) => addr_street === 'Păcii')?.gis_node_id).toBe('nt-pn-1');
    expect(again.counts.towerBlocks).toMatchObject({ update: 0, same: 3 });
  });
});

describe('undoing a list of tower blocks', () => {
  it('takes its arteries back', async () => {
    const org = await anOrg();
    const { id } = await importFile(root, listOf('Neamț;Piatra Neamț', 'Str. Zorilor'), { orgId: org.id });
    const before = (await listArteries('nt-pn-1')).map(({ name }) => name);

    const undone = await undo(id);

    expect(undone).toMatchObject({ state: 'undone', undo: { kept: 0, records: [] } });
    expect((await listArteries('nt-pn-1')).map(({ name }) => name)).toEqual(
      before.filter((name) => name !== 'Strada Zorilor'),
    );
  });

  it('leaves an artery that another org has come to use, and names it', async () => {
    const [one, other] = [await anOrg(), await anOrg()];
    const { id } = await importFile(root, listOf('Neamț;Piatra Neamț', 'Str. Florilor'), { orgId: one.id });
    await importFile(root, listOf('Neamț;Piatra Neamț', 'Str. Florilor'), { orgId: other.id });

    const undone = await undo(id);

    expect(undone).toMatchObject({
      state: 'undone',
      undo: { kept: 1, records: [{ kind: 'gisNode', label: 'Strada Florilor', reason: 'inUse' }] },
    });
    expect((await listArteries('nt-pn-1')).map(({ name }) => name)).toContain('Strada Florilor');
  });
});

describe('two lists of one locality at once', () => {
  it('make its arteries once', async () => {
    const orgs = [await anOrg(), await anOrg()];

    const done = await Promise.all(
      orgs.map(({ id }) =>
        importFile(root, listOf('Neamț;Piatra Neamț', 'Str. Plopilor', 'Al. Teilor'), { orgId: id }),
      ),
    );

    expect(done.map(({ state }) => state)).toEqual(['applied', 'applied']);
    const made = (await listArteries('nt-pn-1')).filter(({ name }) => /Plopilor|Teilor/.test(name));
    expect(made.map(({ name }) => name)).toEqual(['Aleea Teilor', 'Strada Plopilor']);
    const blocks = await Promise.all(orgs.map(({ id }) => listBlocks(id)));
    const lying = blocks.map((each) => each.map(({ gis_node_id }) => gis_node_id));
    expect(lying[0]).toEqual(made.map(({ id }) => id));
    expect(lying[1]).toEqual(lying[0]);
  });
});

it('raises no error that nobody meant', () => {
  expect(internalErrors).toEqual([]);
});
