import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aContainerGroup, anAccessGroup, anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { checkFile, importFile, importGoodRows, settled } from '../import.fixture.ts';

const root = await signIn(['root']);
const csv = (...rows: string[]) => `${rows.join('\n')}\n`;

/** "access group > container group" of all joins of an org. */
const joinsOf = (orgId: string) =>
  asSystem(async (tx) => {
    const { rows } = await sql<{ joined: string }>`
      select a.name || ' > ' || c.item_number as joined from access_group_container_group j
      join access_group a on a.id = j.access_group_id join container_group c on c.id = j.container_group_id
      where j.org_id = ${orgId} order by a.name_key, c.item_number_key`.execute(tx);
    return rows.map(({ joined }) => joined);
  });

const versionOf = async (id: string) => {
  const { data } = await root.run(
    `query ($id: ID!) {
      accessGroup(id: $id) { rowId }
      history(kind: "accessGroup", id: $id) { nodes { fields { name oldLabel newLabel } } }
    }`,
    { id },
  );
  return {
    rowId: data.accessGroup.rowId,
    changes: data.history.nodes.map(({ fields }: { fields: object[] }) => fields),
  };
};

describe('a list of access groups', () => {
  it('joins each to the container groups that its cell lists, and says which joins are there already', async () => {
    const org = await anOrg();
    await importFile(root, csv('Nr. platformă', '1', '2', '3'), { orgId: org.id, kind: 'containerGroups' });
    const list = csv('Grup de acces;Mod acces;Platforme', 'Deleni;cu card;"1; 2"', 'Vatra;;"2,3 , 2"');
    const asked = { orgId: org.id, kind: 'accessGroups' };

    const checked = await checkFile(root, list, asked);
    const done = await importFile(root, list, asked);
    const again = await importFile(root, csv('Grup de acces;Platforme', 'Deleni;1', 'Vatra;1|2'), asked);

    expect(checked).toMatchObject({
      counts: { problems: 0, accessGroups: { create: 2 }, accessGroupContainerGroups: { create: 4, same: 0 } },
    });
    expect(done.state).toBe('applied');
    expect(again).toMatchObject({
      counts: { accessGroups: { create: 0, update: 0, same: 2 }, accessGroupContainerGroups: { create: 1, same: 2 } },
      absent: { accessGroupContainerGroups: 2 },
    });
    expect(await joinsOf(org.id)).toEqual(['Deleni > 1', 'Deleni > 2', 'Vatra > 1', 'Vatra > 2', 'Vatra > 3']);
  });

  it('may have a row for each join, and offers to create the container groups that nobody has', async () => {
    const org = await anOrg();
    const list = csv('Grup de acces;Platforma', 'Deleni;7', 'Deleni;8', 'Vatra;8', 'Vatra;');
    const asked = { orgId: org.id, kind: 'accessGroups' };

    const refused = await checkFile(root, list, asked);
    const done = await importFile(root, list, { ...asked, createMissing: true });

    expect(refused.problems.nodes).toMatchObject(
      ['7', '8', '8'].map((value) => ({ field: 'containerGroups', value, reason: 'form.notFound' })),
    );
    expect(done).toMatchObject({
      state: 'applied',
      counts: {
        problems: 0,
        containerGroups: { create: 2 },
        accessGroups: { create: 2 },
        accessGroupContainerGroups: { create: 3 },
      },
    });
    expect(await joinsOf(org.id)).toEqual(['Deleni > 7', 'Deleni > 8', 'Vatra > 8']);
  });

  it('takes what any row of a group says of it, and refuses rows that say otherwise or the same twice', async () => {
    const org = await anOrg();
    const list = csv(
      'Grup de acces;Platforma;Mod acces',
      'Deleni;1;',
      'Deleni;2;liber',
      'deleni;3;cu card',
      'Deleni;2;liber',
      'Deleni;1;liber',
    );

    const done = await importGoodRows(root, list, { orgId: org.id, kind: 'accessGroups', createMissing: true });

    expect(done.problems.nodes).toMatchObject([
      { rowNumber: 4, field: 'accessMode', reason: 'import.contradicts', otherRow: 3 },
      { rowNumber: 5, reason: 'import.repeatedSame', otherRow: 3 },
      { rowNumber: 6, reason: 'import.repeated', otherRow: 2 },
    ]);
    expect(await joinsOf(org.id)).toEqual(['Deleni > 1', 'Deleni > 2']);
    const group = await asSystem((tx) =>
      tx.selectFrom('access_group').selectAll().where('org_id', '=', org.id).executeTakeFirstOrThrow(),
    );
    expect(group.access_mode).toBe('open');
  });

  it('names a row whose container group has too long a number', async () => {
    const org = await anOrg();

    const checked = await checkFile(root, csv('Grup de acces;Platforme', `Deleni;1,${'9'.repeat(41)}`), {
      orgId: org.id,
      kind: 'accessGroups',
    });

    expect(checked.problems.nodes).toMatchObject([{ field: 'containerGroups', reason: 'form.tooLong' }]);
  });
});

describe('a list of container groups', () => {
  it('joins each to the access groups that its cell lists, whose names may have commas', async () => {
    const org = await anOrg();
    await anAccessGroup({ org_id: org.id, name: 'Deleni, nord' });
    const list = csv('Platforma;Grupuri de acces', '1;"Deleni, nord; Vatra"', '2;vatra');

    const done = await importFile(root, list, { orgId: org.id, kind: 'containerGroups', createMissing: true });

    expect(done).toMatchObject({
      state: 'applied',
      counts: {
        accessGroups: { create: 1 },
        containerGroups: { create: 2 },
        accessGroupContainerGroups: { create: 3 },
      },
    });
    expect(await joinsOf(org.id)).toEqual(['Deleni, nord > 1', 'Vatra > 1', 'Vatra > 2']);
  });
});

const Undo = `mutation ($id: ID!) { undoImport(id: $id) { id } }`;
async function undone(id: string) {
  await root.run(Undo, { id });
  await settled(root, id);
  const { data } = await root.run(
    'query ($id: ID!) { importJob(id: $id) { state undo { removed restored kept records { kind label reason } } } }',
    { id },
  );
  return data.importJob;
}

describe('a join of an import', () => {
  it.each(['accessGroups', 'containerGroups'])('is a change of the access group, as by hand (%s)', async (kind) => {
    const org = await anOrg();
    const [group] = [
      await anAccessGroup({ org_id: org.id, name: 'Deleni' }),
      await aContainerGroup({ org_id: org.id, item_number: 'P-1' }),
    ];
    const list =
      kind === 'accessGroups'
        ? csv('Grup de acces;Platforme', 'Deleni;P-1')
        : csv('Platforma;Grup de acces', 'P-1;Deleni');

    await importFile(root, list, { orgId: org.id, kind });
    const joined = await versionOf(group.id);
    await importFile(root, list, { orgId: org.id, kind });

    expect(joined.rowId).not.toBe(group.row_id);
    expect(joined.changes[0]).toEqual([{ name: 'containerGroupIds', oldLabel: null, newLabel: 'P-1' }]);
    expect((await versionOf(group.id)).rowId).toBe(joined.rowId);
  });

  it('is parted when the import is undone, which history tells; what was joined before and since stays', async () => {
    const org = await anOrg();
    const [before, own, since] = [
      await aContainerGroup({ org_id: org.id, item_number: 'P-1' }),
      await aContainerGroup({ org_id: org.id, item_number: 'P-2' }),
      await aContainerGroup({ org_id: org.id, item_number: 'P-3' }),
    ];
    const group = await anAccessGroup({ org_id: org.id, name: 'Deleni' });
    const join = (id: string) =>
      root.run('mutation ($a: ID!, $c: ID!) { joinContainerGroup(accessGroupId: $a, containerGroupId: $c) { id } }', {
        a: group.id,
        c: id,
      });
    await join(before.id);
    const list = csv('Grup de acces;Mod acces;Platforme', 'Deleni;liber;"P-1;P-2;P-9"');
    const { id } = await importFile(root, list, { orgId: org.id, kind: 'accessGroups', createMissing: true });
    await join(since.id);

    const job = await undone(id);

    expect(own.item_number).toBe('P-2');
    expect(job).toMatchObject({
      state: 'undone',
      undo: { removed: 3, restored: 0, kept: 1, records: [{ kind: 'accessGroup', label: 'Deleni', reason: 'edited' }] },
    });
    expect(await joinsOf(org.id)).toEqual(['Deleni > P-1', 'Deleni > P-3']);
    expect((await versionOf(group.id)).changes[0]).toEqual([
      { name: 'containerGroupIds', oldLabel: 'P-1, P-2, P-3, P-9', newLabel: 'P-1, P-3' },
    ]);
  });

  it('goes with an access group that the import had changed otherwise, which has its former values', async () => {
    const org = await anOrg();
    const group = await anAccessGroup({ org_id: org.id, name: 'Deleni' });
    await aContainerGroup({ org_id: org.id, item_number: 'P-1' });
    const list = csv('Grup de acces;Mod acces;Platforme', 'Deleni;liber;P-1');
    const { id } = await importFile(root, list, { orgId: org.id, kind: 'accessGroups' });

    const job = await undone(id);

    expect(job.undo).toEqual({ removed: 1, restored: 1, kept: 0, records: [] });
    expect(await joinsOf(org.id)).toEqual([]);
    expect((await versionOf(group.id)).changes.slice(0, 2)).toMatchObject([
      expect.arrayContaining([{ name: 'containerGroupIds', oldLabel: 'P-1', newLabel: null }]),
      expect.arrayContaining([{ name: 'containerGroupIds', oldLabel: null, newLabel: 'P-1' }]),
    ]);
  });
});
