import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import { aContainer, aContainerGroup, anOrg } from '../../testing/factories.ts';
import { asOwner, asSystem, db, signIn } from '../../testing/harness.ts';
import { countRecords, findImport, importFile, settled } from '../import.fixture.ts';
import { failLostImports } from '../import-lease.ts';

const root = await signIn(['root']);
const csv = (...rows: string[]) => `${rows.join('\n')}\n`;
const aSerial = () => `04${randomBytes(6).toString('hex').toUpperCase()}`;

const Undo = `mutation ($id: ID!) { undoImport(id: $id) { id state } }`;
const Told = `query ($id: ID!) {
  importJob(id: $id) { state undoableUntil undo { removed restored kept records { kind id label reason } } }
}`;

async function undone(id: string) {
  const { errors } = await root.run(Undo, { id });
  expect(errors).toBeUndefined();
  await settled(root, id);
  return (await root.run(Told, { id })).data.importJob;
}

const containersOf = (orgId: string) =>
  asSystem((tx) =>
    tx.selectFrom('container').selectAll().where('org_id', '=', orgId).orderBy('serial_number_key').execute(),
  );

const list = csv('grup;serie;fractie;volum;tambur', '12;C-1;sticlă;1100;20', '12;C-2;sticlă;1100;20');

describe('undoing an import', () => {
  it('removes what it created, with what that named, and gives what it changed its former values', async () => {
    const org = await anOrg();
    const group = await aContainerGroup({ org_id: org.id, item_number: '7' });
    const former = await aContainer({ org_id: org.id, container_group_id: group.id, serial_number: 'C-1' });
    const asked = { orgId: org.id, kind: 'containers', createMissing: true };
    const { id } = await importFile(root, list, asked);

    const job = await undone(id);

    expect(job).toMatchObject({
      state: 'undone',
      undoableUntil: null,
      undo: { removed: 2, restored: 1, kept: 0, records: [] },
    });
    const left = await containersOf(org.id);
    expect(left).toMatchObject([
      {
        id: former.id,
        waste_stream: former.waste_stream,
        size_litres: former.size_litres,
        container_group_id: group.id,
      },
    ]);
    expect(Number(left[0]?.row_id)).toBeGreaterThan(Number(former.row_id));
    expect((await importFile(root, list, asked)).counts.containers).toEqual({ create: 1, update: 1, same: 0 });
  });

  it('keeps and names what was edited since, and what that hangs on', async () => {
    const org = await anOrg();
    const { id } = await importFile(root, list, { orgId: org.id, kind: 'containers', createMissing: true });
    await asSystem((tx) =>
      tx
        .updateTable('container')
        .set({ size_litres: 770 })
        .where('org_id', '=', org.id)
        .where('serial_number', '=', 'C-2')
        .execute(),
    );

    const job = await undone(id);

    expect(job.undo).toMatchObject({ removed: 1, restored: 0, kept: 2 });
    expect(job.undo.records).toMatchObject([
      { kind: 'container', label: expect.stringContaining('C-2'), reason: 'edited' },
      { kind: 'containerGroup', label: expect.stringContaining('12'), reason: 'inUse' },
    ]);
    expect(await containersOf(org.id)).toMatchObject([{ serial_number: 'C-2', size_litres: 770 }]);
  });

  it('gives the rest its former values and names what refers to a record that was deleted since', async () => {
    const org = await anOrg();
    const [gone, there] = [
      await aContainerGroup({ org_id: org.id, item_number: '7' }),
      await aContainerGroup({ org_id: org.id, item_number: '8' }),
    ];
    await aContainer({ org_id: org.id, container_group_id: gone.id, serial_number: 'C-1', size_litres: 240 });
    await aContainer({ org_id: org.id, container_group_id: there.id, serial_number: 'C-2', size_litres: 240 });
    const { id } = await importFile(root, list, { orgId: org.id, kind: 'containers', createMissing: true });
    await asSystem((tx) => tx.deleteFrom('container_group').where('id', '=', gone.id).execute());

    const job = await undone(id);

    expect(job).toMatchObject({ state: 'undone', undo: { removed: 0, restored: 1, kept: 2 } });
    expect(job.undo.records).toMatchObject([
      { kind: 'container', label: expect.stringContaining('C-1'), reason: 'formerGone' },
      { kind: 'containerGroup', label: expect.stringContaining('12'), reason: 'inUse' },
    ]);
    expect(await containersOf(org.id)).toMatchObject([
      { serial_number: 'C-1', size_litres: 1_100 },
      { serial_number: 'C-2', size_litres: 240, container_group_id: there.id },
    ]);
  });

  it('goes back behind another that was undone before: what says again what it said was not edited', async () => {
    const org = await anOrg();
    const asked = { orgId: org.id, kind: 'containers', createMissing: true };
    const group = await aContainerGroup({ org_id: org.id, item_number: '7' });
    await aContainer({ org_id: org.id, container_group_id: group.id, serial_number: 'C-1', size_litres: 240 });
    const first = await importFile(root, list, asked);
    const second = await importFile(root, list.replaceAll('1100', '770'), asked);

    await undone(second.id);
    const job = await undone(first.id);

    expect(job.undo).toMatchObject({ removed: 2, restored: 1, kept: 0, records: [] });
    expect(await containersOf(org.id)).toMatchObject([{ serial_number: 'C-1', size_litres: 240 }]);
  });

  it('leaves no occupier in history behind another that was undone before', async () => {
    const org = await anOrg();
    const people = csv('strada;apartament;nume;prenume', 'Str. A;1;Popa;Ana');
    const first = await importFile(root, people, { orgId: org.id });
    const second = await importFile(root, people.replace('Popa;Ana', 'Rusu;Ion'), { orgId: org.id });

    await undone(second.id);
    const job = await undone(first.id);

    expect(job.undo).toMatchObject({ removed: 3, kept: 0 });
    const { rows } = await asSystem((tx) =>
      sql`select occupier_name from apartment_history where org_id = ${org.id} and occupier_name is not null`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([]);
  });

  it('keeps a container from which a lock has reported', async () => {
    const org = await anOrg();
    const { id } = await importFile(root, list, { orgId: org.id, kind: 'containers', createMissing: true });
    const [first] = await containersOf(org.id);
    await asSystem((tx) =>
      sql`update container_sync set asked_at = now() where container_id = ${first?.id}`.execute(tx),
    );

    expect((await undone(id)).undo).toMatchObject({
      removed: 1,
      kept: 2,
      records: [{ reason: 'inUse' }, { reason: 'inUse' }],
    });
  });

  it('takes back tower blocks, entrances, apartments and occupiers, and what they have since stays', async () => {
    const org = await anOrg();
    const blocks = csv('strada;nr;apartament;nume', 'Str. A;1;1;Popa', 'Str. A;1;2;Rusu', 'Str. B;2;1;Ene');
    await importFile(root, blocks, { orgId: org.id });
    const renamed = await importFile(root, blocks.replace('Rusu', 'Russo').replace('Str. B', 'Str. C'), {
      orgId: org.id,
    });

    const job = await undone(renamed.id);

    expect(job.undo).toMatchObject({ removed: 3, restored: 1, kept: 0 });
    expect(await countRecords(org.id)).toEqual([2, 2, 3]);
    const { rows } = await asSystem((tx) =>
      sql<{ occupier_name: string }>`
        select occupier_name from apartment where org_id = ${org.id} order by occupier_name`.execute(tx),
    );
    expect(rows.map((row) => row.occupier_name)).toEqual(['Ene', 'Popa', 'Rusu']);
  });

  it('takes cards back, erases those that it registered, and frees their serials', async () => {
    const org = await anOrg();
    await importFile(root, csv('strada;apartament', 'Str. A;1'), { orgId: org.id });
    const cards = csv('serie;strada;apartament', `${aSerial()};Str. A;1`, `${aSerial()};;`);
    const { id } = await importFile(root, cards, { orgId: org.id, kind: 'cards' });

    const job = await undone(id);

    expect(job.undo).toMatchObject({ removed: 3, kept: 0 });
    const states = await asSystem((tx) =>
      tx.selectFrom('card').select('status').where('org_id', '=', org.id).execute(),
    );
    expect(states).toEqual([{ status: 'erased' }, { status: 'erased' }]);
    expect((await importFile(root, cards, { orgId: org.id, kind: 'cards' })).counts).toMatchObject({
      cards: { create: 2 },
      apartmentCards: { create: 1 },
    });
  });

  it('is done once however often it is asked for, and for nothing that is not applied', async () => {
    const org = await anOrg();
    const { id } = await importFile(root, list, { orgId: org.id, kind: 'containers', createMissing: true });
    const refused = await importFile(root, list.replaceAll('12;', '13;'), { orgId: org.id, kind: 'containers' });

    await undone(id);
    const again = await undone(id);
    const { errors } = await root.run(Undo, { id: refused.id });

    expect(again).toMatchObject({ state: 'undone', undo: { removed: 3 } });
    expect(errors).toMatchObject([{ code: 'Conflict' }]);
  });

  it('is refused once its time is over', async () => {
    const org = await anOrg();
    const { id } = await importFile(root, list, { orgId: org.id, kind: 'containers', createMissing: true });
    await asSystem((tx) =>
      sql`update import_job set undo_until = now() - interval '1 day' where id = ${id}`.execute(tx),
    );

    const { errors } = await root.run(Undo, { id });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { id: 'import.tooLateToUndo' } }]);
  });

  it('leaves the import applied, and says so, when something goes wrong in the middle', async () => {
    const org = await anOrg();
    const { id } = await importFile(root, list, { orgId: org.id, kind: 'containers', createMissing: true });
    await asOwner(`update import_change set ids = '{broken}', row_ids = '{1}' where job_id = '${id}' and position = 1`);

    await undone(id);

    expect(await findImport(root, id)).toMatchObject({ state: 'applied', failure: 'import.undoInternal' });
    expect(await containersOf(org.id)).toHaveLength(2);
  });

  it('leaves the import applied, and says so, when its server is gone meanwhile', async () => {
    const org = await anOrg();
    const { id } = await importFile(root, list, { orgId: org.id, kind: 'containers', createMissing: true });
    await asSystem((tx) =>
      sql`update import_job set state = 'undoing', run = gen_random_uuid(), server = gen_random_uuid(),
        run_began_at = now() - interval '1 hour' where id = ${id}`.execute(tx),
    );

    await failLostImports(db);

    expect(await findImport(root, id)).toMatchObject({ state: 'applied', failure: 'import.undoInterrupted' });
    expect(await containersOf(org.id)).toHaveLength(2);
    expect((await undone(id)).undo).toMatchObject({ removed: 3, kept: 0 });
  });
});
