import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { roles } from '@noa/domain/vocabulary.ts';
import {
  applyImport,
  cancelImport,
  checkFile,
  countRecords,
  csv,
  findImport,
  importFile,
  mapImport,
  settled,
  startImport,
} from './import.fixture.ts';
import { aManager, anAccessGroup, anOrg } from '../testing/factories.ts';
import { untilAwaited } from '../testing/awaited-locks.ts';
import { asSystem, internalErrors, signIn, type Answer, type Caller } from '../testing/harness.ts';

const root = await signIn(['root']);

describe('problems', () => {
  it('are named with row, column, value and reason, and leave their rows out', async () => {
    const org = await anOrg();
    const text = csv(
      'street;number;block;apartments;lat;lng',
      ';1;;3;;',
      'Str. A;2;;many;;',
      'Str. B;3;;4;95;26',
      'Str. C;3;;4;;',
      '',
      'STR. C;nr. 3;;4;;',
      `${'x'.repeat(121)};3;;4;44.5;`,
    );

    const checked = await checkFile(root, text, { orgId: org.id });
    await applyImport(root, checked.id);
    const applied = await settled(root, checked.id);

    expect(checked).toMatchObject({ state: 'checked', counts: { rows: 6, problems: 6 } });
    expect(checked.problems.nodes).toMatchObject([
      { rowNumber: 2, field: 'street', column: 'street', value: '', reason: 'form.required', otherRow: null },
      { rowNumber: 3, field: 'apartments', value: 'many', reason: 'form.badNumber' },
      { rowNumber: 4, field: 'lat', value: '95', reason: 'form.tooLarge' },
      { rowNumber: 7, field: 'street', value: 'STR. C 3', reason: 'import.repeated', otherRow: 5 },
      { rowNumber: 8, field: 'lng', value: '', reason: 'form.wholePoint' },
      { rowNumber: 8, field: 'street', reason: 'form.tooLong' },
    ]);
    expect(applied).toMatchObject({ state: 'applied', counts: { problems: 6, apartments: { create: 4 } } });
    expect(await countRecords(org.id)).toEqual([1, 1, 4]);
  });

  it.each([
    ['an id twice', csv('source_id,street', '1,Str. A', '1,Str. B'), 'sourceRef', 'import.repeated'],
    ['an id missing', csv('source_id,street', '1,Str. A', ',Str. B'), 'sourceRef', 'form.required'],
    ['an apartment twice', csv('strada,apartament', 'Str. A,1', 'Str. A,01'), 'apartment', 'import.repeated'],
    [
      'entrances that hold more',
      csv('strada;scari;apartamente', 'X;A;1', 'Y;A:2|B:2;5'),
      'entrances',
      'import.countsDiffer',
    ],
    ['entrances that cannot be read', csv('strada;scari', 'X;A', 'Y;A:2|B'), 'entrances', 'import.badEntrances'],
    [
      'an id with two addresses',
      csv('source_id,street,apartament', '1,Str. A,1', '1,Str. B,2'),
      'street',
      'import.contradicts',
    ],
    ['no block, in a list without streets', csv('bloc,apartamente', 'B1,1', ',2'), 'block', 'form.required'],
    ['a block twice, in a list without streets', csv('bloc,apartamente', 'B1,1', 'B1,2'), 'block', 'import.repeated'],
    [
      'an id with two blocks, in a list without streets',
      csv('source_id,bloc,apartament', '1,B1,1', '1,B2,2'),
      'block',
      'import.contradicts',
    ],
    [
      'an unknown kind of occupier',
      csv('strada,apartament,tip ocupant', 'A,1,casnic', 'A,2,alien'),
      'occupierKind',
      'import.unknownWord',
    ],
  ])('name %s', async (_what, text, field, reason) => {
    const org = await anOrg();

    const checked = await checkFile(root, text, { orgId: org.id });

    expect(checked.problems.nodes).toMatchObject(
      reason === 'import.repeated' && field === 'sourceRef'
        ? [{ rowNumber: 3, field, reason, otherRow: 2 }, {}].slice(0, checked.problems.nodes.length)
        : [{ rowNumber: 3, field, reason }],
    );
  });

  it('name managers and access groups that are not there, and find the others by any spelling', async () => {
    const org = await anOrg();
    const group = await anAccessGroup({ org_id: org.id, name: 'Platforma Deal' });
    const manager = await aManager({ org_id: org.id, name: 'Asociația 12' });
    const text = (name: string) => csv('strada;apartamente;grup de acces;administrator', `A;2;${name};ASOCIAȚIA 12`);

    const unknown = await checkFile(root, text('Platforma Vale'), { orgId: org.id });
    await importFile(root, text('platforma deal'), { orgId: org.id });

    expect(unknown.problems.nodes).toMatchObject([
      { rowNumber: 2, field: 'accessGroup', column: 'grup de acces', value: 'Platforma Vale', reason: 'form.notFound' },
    ]);
    const entrance = await asSystem((tx) =>
      tx.selectFrom('entrance').selectAll().where('org_id', '=', org.id).executeTakeFirstOrThrow(),
    );
    expect(entrance).toMatchObject({ access_group_id: group.id, manager_id: manager.id });
  });

  it('say when an address could mean two blocks', async () => {
    const org = await anOrg();
    await importFile(root, csv('source_id,street', '1,Str. A', '2,Str. A'), { orgId: org.id });

    const checked = await checkFile(root, csv('street,apartments', 'Str. A,4'), { orgId: org.id });

    expect(checked.problems.nodes).toMatchObject([{ rowNumber: 2, field: 'street', reason: 'import.ambiguous' }]);
  });
});

describe('a job', () => {
  const list = csv('strada,nr,apartamente', 'Str. A,1,2');

  it('refuses a mapping that cannot be used, naming the field', async () => {
    const org = await anOrg();
    const { id } = (await startImport(root, list, { orgId: org.id })).data.startImport;

    const missing = await mapImport(root, id, { street: 'none', colour: 'nr' });
    const inherited = await mapImport(root, id, { toString: 'nr' });
    const without = await mapImport(root, id, { number: 'nr' });

    expect(missing.errors).toMatchObject([
      { fields: { 'mapping.street': 'import.unknownColumn', 'mapping.colour': 'import.unknownField' } },
    ]);
    expect(inherited.errors).toMatchObject([{ fields: { 'mapping.toString': 'import.unknownField' } }]);
    expect(without.errors).toMatchObject([{ fields: { 'mapping.street': 'form.required' } }]);
  });

  it.each([[{}], [{ toString: 5 }], [['nr']], [true]])('refuses %j as the header of a column', async (header) => {
    const org = await anOrg();
    const { id } = (await startImport(root, list, { orgId: org.id })).data.startImport;

    const { errors } = await mapImport(root, id, { street: header });

    expect(errors).toMatchObject([{ fields: { 'mapping.street': 'import.unknownColumn' } }]);
  });

  it('is applied once, however often it is asked', async () => {
    const org = await anOrg();
    const done = await importFile(root, list, { orgId: org.id });

    const { data } = await applyImport(root, done.id);

    expect(data.applyImport.state).toBe('applied');
    expect(await countRecords(org.id)).toEqual([1, 1, 2]);
    expect((await findImport(root, done.id)).counts).toEqual(done.counts);
  });

  it('forgets its file once it was applied or cancelled, and keeps it encrypted until then', async () => {
    const org = await anOrg();
    const content = (id: string) =>
      asSystem(async (tx) => {
        const { rows } = await sql<{ content: Buffer | null }>`select content from import_job where id = ${id}`.execute(
          tx,
        );
        return rows[0]?.content;
      });
    const checked = await checkFile(root, list, { orgId: org.id });

    const kept = await content(checked.id);
    await cancelImport(root, checked.id);

    expect(kept?.includes(Buffer.from('Str. A'))).toBe(false);
    expect(await content(checked.id)).toBeNull();
  });

  it.each([
    ['applied', checkFile, applyImport],
    ['cancelled', checkFile, cancelImport],
    [
      'undone',
      importFile,
      (caller: Caller, id: string) => caller.run('mutation ($id: ID!) { undoImport(id: $id) { id } }', { id }),
    ],
  ] as const)('that is %s by two at the same moment is so once, and both are given it', async (state, make, ask) => {
    const org = await anOrg();
    const { id } = await make(root, list, { orgId: org.id });
    const asked: Promise<Answer>[] = [];

    await asSystem(async (tx) => {
      await tx.selectFrom('import_job').select('id').where('id', '=', id).forUpdate().execute();
      asked.push(ask(root, id), ask(root, id));
      await untilAwaited(2);
    });

    expect((await Promise.all(asked)).map(({ errors }) => errors)).toEqual([undefined, undefined]);
    expect(await settled(root, id)).toMatchObject({ state });
  });

  it('is applied as it was shown, and not as somebody else has had it checked since', async () => {
    const org = await anOrg();
    const { id, dryRun: shown, mapping } = await checkFile(root, list, { orgId: org.id });
    await mapImport(root, id, mapping);
    const { dryRun } = await settled(root, id);
    expect(dryRun).not.toBe(shown);

    for (const other of [shown, 'nothing']) {
      expect((await applyImport(root, id, other)).errors).toMatchObject([
        { code: 'Conflict', fields: { dryRun: 'import.checkedAgain' }, state: 'checked' },
      ]);
    }
    expect(await countRecords(org.id)).toEqual([0, 0, 0]);

    expect((await applyImport(root, id, dryRun)).errors).toBeUndefined();
    expect(await settled(root, id)).toMatchObject({ state: 'applied', dryRun: null });
    expect((await applyImport(root, id, dryRun)).data.applyImport.state).toBe('applied');
  });

  it('that was cancelled writes nothing and cannot be applied', async () => {
    const org = await anOrg();
    const many = csv('strada,nr,apartamente', ...Array.from({ length: 3_000 }, (_, index) => `Str. A,${index},20`));
    const { id } = await checkFile(root, many, { orgId: org.id });
    await applyImport(root, id);

    const { data } = await cancelImport(root, id);
    const later = await applyImport(root, id);

    expect(data.cancelImport.state).toBe('cancelled');
    expect(later.errors).toMatchObject([{ code: 'Conflict' }]);
    expect((await settled(root, id)).state).toBe('cancelled');
    expect(await countRecords(org.id)).toEqual([0, 0, 0]);
  });

  it.each(roles.filter((role) => role !== 'root'))('is not for %s', async (role) => {
    const org = await anOrg();
    const caller = await signIn([role], { orgIds: [org.id] });
    const { id } = (await startImport(root, list, { orgId: org.id })).data.startImport;

    const refusals = [
      await startImport(caller, list, { orgId: org.id }),
      await mapImport(caller, id, {}),
      await applyImport(caller, id),
      await cancelImport(caller, id),
      await caller.run('query ($id: ID!) { importJob(id: $id) { id } }', { id }),
      await caller.run('{ importJobs { nodes { id } } }'),
    ];

    expect(refusals.map(({ errors }) => errors?.[0]?.code)).toEqual(refusals.map(() => 'Forbidden'));
  });

  it('is listed, newest first', async () => {
    const org = await anOrg();
    const first = (await startImport(root, list, { orgId: org.id })).data.startImport.id;
    const second = (await startImport(root, list, { orgId: org.id })).data.startImport.id;

    const { data } = await root.run('{ importJobs(first: 2) { totalCount nodes { id org { id } } } }');

    expect(data.importJobs.nodes).toEqual([second, first].map((id) => ({ id, org: { id: org.id } })));
  });
});

it('raises no error that nobody meant', () => {
  expect(internalErrors).toEqual([]);
});
