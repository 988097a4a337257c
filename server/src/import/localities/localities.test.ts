import { beforeAll, describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { checkFile, importFile, importGoodRows, mapImport, settled } from '../import.fixture.ts';
import { listBlocks, plantTree } from './tree.fixture.ts';

const root = await signIn(['root']);
const csv = (...rows: string[]) => `${rows.join('\n')}\n`;

beforeAll(plantTree);

/** An org that lies in a node. */
async function anOrgIn(gisNodeId: string) {
  const org = await anOrg();
  await asSystem((tx) => tx.updateTable('org').set({ gis_node_id: gisNodeId }).where('id', '=', org.id).execute());
  return org;
}

const listProblems = async (id: string) => {
  const { data } = await root.run(
    'query ($id: ID!) { importJob(id: $id) { problems(first: 50) { nodes { rowNumber field value reason isWarning proposals } } } }',
    { id },
  );
  return data.importJob.problems.nodes;
};

const nodesOf = async (orgId: string) => (await listBlocks(orgId)).map(({ gis_node_id }) => gis_node_id);

describe('tower blocks of a county and a locality', () => {
  it('lie in the node that is called so, however it is written, and change nothing the second time', async () => {
    const org = await anOrg();
    const list = csv(
      'judet;localitate;strada',
      'NEAMȚ;Mun. Piatra-Neamț;A',
      'Jud. Neamt;Oraș Roman;B',
      'Neamț;Nicăieri;C',
    );

    await importFile(root, list, { orgId: org.id });
    const again = await importFile(root, list, { orgId: org.id });

    expect(await nodesOf(org.id)).toEqual(['nt-pn-1', 'nt-ro', null]);
    expect(again.counts.towerBlocks).toEqual({ create: 0, update: 0, same: 3 });
  });

  it('are left out where several localities are called so, which the problem names', async () => {
    const org = await anOrg();
    const list = csv('judet;uat;localitate;strada', 'Neamț;;Runcu;A', 'Neamț;Com. ROMAN;Runcu;B');

    const done = await importGoodRows(root, list, { orgId: org.id });

    expect(done.counts).toMatchObject({ problems: 1, towerBlocks: { create: 1 } });
    expect(await listProblems(done.id)).toEqual([
      {
        rowNumber: 2,
        field: 'locality',
        value: 'Runcu',
        reason: 'import.severalLocalities',
        isWarning: false,
        proposals: ['Neamț › Piatra Neamț › Runcu', 'Neamț › Roman › Runcu'],
      },
    ]);
    expect(await nodesOf(org.id)).toEqual(['nt-ro-1']);
  });

  it('are left out at an address that the other locality of that name has, above in the list or in the registry', async () => {
    const org = await anOrg();
    const of = (uat: string, apartment: number) => `Neamț;${uat};Runcu;Str. Principală;1;${apartment}`;
    const head = 'judet;uat;localitate;strada;nr;apartament';
    const elsewhere = {
      field: 'locality',
      value: 'Neamț › Roman › Runcu',
      reason: 'import.otherLocality',
      isWarning: false,
    };

    const both = await importGoodRows(root, csv(head, of('Piatra Neamț', 1), of('Com. ROMAN', 2)), { orgId: org.id });
    const later = await checkFile(root, csv(head, of('Roman', 1), of('Mun. Piatra-Neamț', 3)), { orgId: org.id });
    const told = await importFile(root, csv(`id bloc;${head}`, `7;${of('Roman', 1)}`, `8;${of('Piatra Neamț', 1)}`), {
      orgId: (await anOrg()).id,
    });

    expect(await listProblems(both.id)).toMatchObject([{ rowNumber: 3, ...elsewhere }]);
    expect(await listProblems(later.id)).toMatchObject([{ rowNumber: 2, ...elsewhere }]);
    expect(later.counts.towerBlocks).toMatchObject({ create: 0, update: 0, same: 1 });
    expect(told.counts).toMatchObject({ problems: 0, towerBlocks: { create: 2 } });
  });

  it('are not taken for a block of the other locality of that name that is written otherwise, whatever its list calls it', async () => {
    const org = await anOrg();
    const head = 'judet;uat;localitate;strada;nr;apartament';
    await importFile(root, csv(`id bloc;${head}`, '7;Neamț;Piatra Neamț;Runcu;Strada Principală;1;1'), {
      orgId: org.id,
    });

    const other = await checkFile(root, csv(head, 'Neamț;Roman;Runcu;Str. Principala;nr. 1;2'), { orgId: org.id });
    const same = await checkFile(root, csv(head, 'Neamț;Piatra Neamț;Runcu;Str. Principala;nr. 1;2'), {
      orgId: org.id,
    });

    expect(await listProblems(other.id)).toMatchObject([{ rowNumber: 2, reason: 'import.undecidedAddress' }]);
    expect(same.counts).toMatchObject({ problems: 0, towerBlocks: { create: 0, same: 1 } });
  });

  it('are taken for a block of the other locality of that name where a person says so', async () => {
    const org = await anOrg();
    const head = 'judet;uat;localitate;strada;nr;apartament';
    await importFile(root, csv(head, 'Neamț;Piatra Neamț;Runcu;Strada Principală;1;1'), { orgId: org.id });
    const { id } = await checkFile(root, csv(head, 'Neamț;Roman;Runcu;Str. Principala;nr. 1;2'), { orgId: org.id });
    await root.run('mutation ($id: ID!) { decideImportMatches(id: $id, rows: [2], decision: accepted) { id } }', {
      id,
    });

    const { data } = await root.run('query ($id: ID!) { importJob(id: $id) { mapping } }', { id });
    await mapImport(root, id, data.importJob.mapping);
    const { counts } = await settled(root, id);

    expect(await listProblems(id)).toEqual([]);
    expect(counts).toMatchObject({ towerBlocks: { create: 0, update: 0, same: 1 }, apartments: { create: 1 } });
  });

  it('are not taken for a block of the other locality of that name by a list of occupiers either', async () => {
    const org = await anOrg();
    const head = 'judet;uat;localitate;strada;nr;apartament';
    await importFile(root, csv(`id bloc;${head}`, '7;Neamț;Piatra Neamț;Runcu;Strada Principală;1;1'), {
      orgId: org.id,
    });
    const check = (uat: string, street = 'Str. Principala;nr. 1') =>
      checkFile(root, csv(`${head};titular`, `Neamț;${uat};Runcu;${street};1;Popescu`), {
        orgId: org.id,
        kind: 'occupiers',
      });

    const [other, same] = [await check('Roman'), await check('Piatra Neamț')];
    const letters = await check('Roman', 'Strada Principală;1');

    expect(await listProblems(other.id)).toMatchObject([{ rowNumber: 2, reason: 'import.unknownApartment' }]);
    expect(other.counts).toMatchObject({ apartments: { update: 0 } });
    expect(await listProblems(letters.id)).toMatchObject([
      { rowNumber: 2, field: 'locality', value: 'Neamț › Roman › Runcu', reason: 'import.otherLocality' },
    ]);
    expect(same.counts).toMatchObject({ problems: 0, apartments: { update: 1 } });
  });

  it('lie where a SIRUTA code says, be it of the UAT, and where their name says when nothing has that code', async () => {
    const org = await anOrg();
    const list = csv(
      'judet;localitate;cod siruta;strada',
      'Neamț;Runcu;120001;A',
      'Iași;Heci;999;B',
      'Neamț;Runcu;120000;C',
    );

    const done = await importFile(root, list, { orgId: org.id });

    expect(await nodesOf(org.id)).toEqual(['nt-ro-1', 'is-le-1', 'nt-ro-1']);
    expect(await listProblems(done.id)).toMatchObject([
      { rowNumber: 3, field: 'siruta', value: '999', reason: 'import.unknownSiruta', isWarning: true },
    ]);
  });

  it('lie where a SIRUTA code says, which is remarked where the rest of the row says otherwise', async () => {
    const org = await anOrg();
    const list = csv('judet;localitate;cod siruta;strada', 'Iași;Heci;120001;A', 'NEAMT;sat Runcu;120001;B');

    const done = await importFile(root, list, { orgId: org.id });

    expect(await nodesOf(org.id)).toEqual(['nt-ro-1', 'nt-ro-1']);
    expect(await listProblems(done.id)).toMatchObject([
      { rowNumber: 2, field: 'siruta', value: 'Neamț › Roman › Runcu', reason: 'import.otherSiruta', isWarning: true },
    ]);
  });

  it('lie in the only locality of the country of that name, which is remarked, and have its county', async () => {
    const org = await anOrg();

    const done = await importFile(root, csv('localitate;strada', 'sat Heci;A'), { orgId: org.id });

    expect(await listBlocks(org.id)).toMatchObject([{ county: 'Iași', locality: 'sat Heci', gis_node_id: 'is-le-1' }]);
    expect(await listProblems(done.id)).toMatchObject([
      { value: 'Iași › Lespezi › Heci', reason: 'import.localityInCountry', isWarning: true },
    ]);
  });

  it('are remarked on, once for each locality, where the tree has none of that name, with what it may be misspelt for', async () => {
    const org = await anOrg();

    const done = await importFile(root, csv('judet;localitate;strada', 'Iași;Lespezy;A', 'Iași;Lespezy;B'), {
      orgId: org.id,
    });

    expect(await listProblems(done.id)).toMatchObject([
      {
        rowNumber: 2,
        value: 'Iași › Lespezy',
        reason: 'import.unknownLocality',
        isWarning: true,
        proposals: ['Iași › Lespezi'],
      },
    ]);
  });
});

describe('tower blocks of an org that lies somewhere', () => {
  it('lie there where the list says nothing, which the dry run says', async () => {
    const org = await anOrgIn('nt-pn');
    const list = csv('strada', 'A', 'B');

    const done = await importFile(root, list, { orgId: org.id });
    const again = await importFile(root, list, { orgId: org.id });

    const there = { county: 'Neamț', locality: 'Piatra Neamț', gis_node_id: 'nt-pn-1' };
    expect(await listBlocks(org.id)).toMatchObject([there, there]);
    expect(await listProblems(done.id)).toMatchObject([
      { rowNumber: 2, field: 'locality', value: 'Neamț › Piatra Neamț', reason: 'import.ownLocality', isWarning: true },
    ]);
    expect(again.counts.towerBlocks).toEqual({ create: 0, update: 0, same: 2 });
  });

  it('lie in its own UAT where several localities are called so', async () => {
    const org = await anOrgIn('nt-pn');

    await importFile(root, csv('judet;localitate;strada', 'Neamț;Runcu;A', ';Runcu;B'), { orgId: org.id });

    expect(await nodesOf(org.id)).toEqual(['nt-pn-2', 'nt-pn-2']);
  });

  it('stay as they are where the registry has them with as little as the list says', async () => {
    const org = await anOrg();
    const list = csv('strada', 'A');
    await importFile(root, list, { orgId: org.id });
    await asSystem((tx) => tx.updateTable('org').set({ gis_node_id: 'nt-pn' }).where('id', '=', org.id).execute());

    const again = await importFile(root, list, { orgId: org.id });

    expect(again.counts.towerBlocks).toEqual({ create: 0, update: 1, same: 0 });
    expect(await listBlocks(org.id)).toMatchObject([{ county: '', locality: '', gis_node_id: 'nt-pn-1' }]);
  });

  it('stay where they are known to stand when a list of them no longer says where', async () => {
    const org = await anOrgIn('nt-pn');
    await importFile(root, csv('id bloc;judet;localitate;strada', '7;Iași;Heci;A'), { orgId: org.id });

    const again = await importFile(root, csv('id bloc;strada', '7;A'), { orgId: org.id });

    expect(again.counts.towerBlocks).toMatchObject({ update: 0, same: 1 });
    expect(await listBlocks(org.id)).toMatchObject([{ county: 'Iași', locality: 'Heci', gis_node_id: 'is-le-1' }]);
  });
});

it('is said of an org through the API, and must be there', async () => {
  const org = await anOrg();
  const Update = `mutation ($id: ID!, $rowId: ID!, $input: UpdateOrgInput!) {
    updateOrg(id: $id, rowId: $rowId, input: $input) { gisNode { path } }
  }`;
  const { data } = await root.run('query ($id: ID!) { org(id: $id) { rowId } }', { id: org.id });
  const version = { id: org.id, rowId: data.org.rowId };

  const refused = await root.run(Update, { ...version, input: { gisNodeId: 'nowhere' } });
  const done = await root.run(Update, { ...version, input: { gisNodeId: 'is-le-1' } });

  expect(refused.errors).toMatchObject([{ code: 'NotFound', fields: { gisNodeId: 'form.notFound' } }]);
  expect(done.data.updateOrg).toEqual({ gisNode: { path: 'Jud. Iași › Lespezi › Heci' } });
});
