import { describe, expect, it } from 'vitest';
import { aContainer, aContainerGroup, aManager, anAccessGroup, anEntrance, anOrg } from '../testing/factories.ts';
import { asSystem, signIn } from '../testing/harness.ts';
import { Forecast, look, picked, runAll, someCards, start, Start, statusOf } from './bulk.fixture.ts';

const org = await anOrg();
const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });

const eventsOf = (ids: readonly string[]) =>
  asSystem((tx) =>
    tx.selectFrom('card_event').select(['card_id', 'kind', 'actor', 'reason']).where('card_id', 'in', ids).execute(),
  );

describe('a bulk job over a selection', () => {
  it('blocks the cards that can be, each with its event and in the name of whoever started it', async () => {
    const [normal, blocked, erased] = [
      ...(await someCards(org.id, 1)),
      ...(await someCards(org.id, 1, { status: 'blocked' })),
      ...(await someCards(org.id, 1, { status: 'erased' })),
    ];
    const selection = picked([normal, blocked, erased].flatMap((card) => card ?? []));

    const id = await start(implementer, { action: 'block_cards', selection, reason: 'furate' });
    expect(await look(implementer, id)).toMatchObject({ state: 'queued', total: 3, done: 0, results: { nodes: [] } });
    await runAll();

    const job = await look(implementer, id);
    expect(job).toMatchObject({ state: 'done', kind: 'card', total: 3, done: 3, changed: 1, unchanged: 1, refused: 1 });
    expect(job.results.nodes).toEqual([
      { recordId: normal?.id, label: normal?.display_serial_number, outcome: 'changed', reason: null },
      { recordId: blocked?.id, label: blocked?.display_serial_number, outcome: 'unchanged', reason: null },
      {
        recordId: erased?.id,
        label: erased?.display_serial_number,
        outcome: 'refused',
        reason: 'card.noSuchTransition',
      },
    ]);
    expect(await statusOf(String(normal?.id))).toMatchObject({ status: 'blocked', updated_by: job.createdBy });
    expect(await eventsOf(selection.map((each) => each.id))).toEqual([
      { card_id: normal?.id, kind: 'card_blocked', actor: job.createdBy, reason: 'furate' },
    ]);
  });

  it('refuses a record that has moved on since it was seen, and leaves it as it is', async () => {
    const cards = await someCards(org.id, 2);
    const [moved, still] = cards;
    const id = await start(implementer, { action: 'block_cards', selection: picked(cards) });
    const between = await asSystem((tx) =>
      tx.updateTable('card').set({ kind: 'virtual' }).where('id', '=', String(moved?.id)).returning('row_id').execute(),
    );

    await runAll();

    expect((await look(implementer, id, { outcome: 'refused' })).results.nodes).toMatchObject([
      { recordId: moved?.id, reason: 'bulk.movedOn' },
    ]);
    expect(await statusOf(String(moved?.id))).toMatchObject({ status: 'normal', row_id: between[0]?.row_id });
    expect(await statusOf(String(still?.id))).toMatchObject({ status: 'blocked' });
  });

  it('counts what somebody else did meanwhile as done, not as a conflict', async () => {
    const cards = await someCards(org.id, 1);
    const id = await start(implementer, { action: 'block_cards', selection: picked(cards) });
    await implementer.run('mutation ($id: ID!, $rowId: ID!) { blockCard(id: $id, rowId: $rowId) { id } }', {
      ...picked(cards)[0],
    });

    await runAll();

    expect(await look(implementer, id)).toMatchObject({ changed: 0, unchanged: 1, refused: 0 });
    expect(await eventsOf(cards.map((each) => each.id))).toHaveLength(1);
  });

  it('answers for foreign records exactly as for absent ones', async () => {
    const other = await anOrg();
    const [foreign] = await someCards(other.id, 1);
    const mine = await someCards(org.id, 1);
    const absent = { id: '01900000-0000-7000-8000-000000000000', rowId: '1' };
    const nonsense = { id: 'nonsense', rowId: '1' };
    const selection = [...picked(mine), ...picked([foreign].flatMap((card) => card ?? [])), absent, nonsense];

    const id = await start(implementer, { action: 'block_cards', selection });
    await runAll();

    const { results } = await look(implementer, id, { outcome: 'refused' });
    expect(results.nodes).toEqual(
      [foreign?.id, absent.id, nonsense.id].map((recordId) => ({
        recordId,
        label: null,
        outcome: 'refused',
        reason: 'bulk.notFound',
      })),
    );
    expect(await statusOf(String(foreign?.id))).toMatchObject({ status: 'normal' });
    for (const only of [picked([foreign].flatMap((card) => card ?? [])), [absent]]) {
      const { errors } = await implementer.run(Start, { input: { action: 'block_cards', selection: only } });
      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { selection: 'bulk.nothing' } }]);
    }
  });

  it('takes a record that is named twice once', async () => {
    const cards = await someCards(org.id, 1);
    const id = await start(implementer, { action: 'block_cards', selection: [...picked(cards), ...picked(cards)] });

    expect(await look(implementer, id)).toMatchObject({ total: 1 });
    await runAll();
  });
});

describe('a bulk job over a filter', () => {
  it('is about what the filter matched when it started, and about nothing else', async () => {
    const own = await anOrg();
    const caller = await signIn(['local_implementer'], { orgIds: [own.id] });
    const before = await someCards(own.id, 3);
    const filter = { card: { status: 'normal', orgId: own.id } };

    const id = await start(caller, { action: 'block_cards', filter });
    const [later] = await someCards(own.id, 1);
    await runAll();

    expect(await look(caller, id)).toMatchObject({ state: 'done', total: 3, changed: 3 });
    expect(await statusOf(String(before[0]?.id))).toMatchObject({ status: 'blocked' });
    expect(await statusOf(String(later?.id))).toMatchObject({ status: 'normal' });
  });

  it('says beforehand what it would do, and refuses when that has become another number', async () => {
    const own = await anOrg();
    const caller = await signIn(['local_implementer'], { orgIds: [own.id] });
    await someCards(own.id, 2);
    await someCards(own.id, 1, { status: 'blocked' });
    await someCards(own.id, 1, { status: 'erased' });
    const input = { action: 'block_cards', filter: { card: {} } };

    expect((await caller.run(Forecast, { input })).data.bulkForecast).toEqual({
      total: 4,
      changed: 2,
      unchanged: 1,
      refused: 1,
    });
    await someCards(own.id, 1);
    expect((await caller.run(Start, { input, expectedCount: 4 })).errors).toMatchObject([
      { code: 'Conflict', count: 5 },
    ]);
    expect((await caller.run('{ bulkJobs { totalCount } }')).data.bulkJobs.totalCount).toBe(0);
  });

  it('never reaches beyond the caller’s orgs', async () => {
    const [own, other] = [await anOrg(), await anOrg()];
    const caller = await signIn(['local_implementer'], { orgIds: [own.id] });
    await someCards(own.id, 1);
    const [foreign] = await someCards(other.id, 1);

    const id = await start(caller, { action: 'block_cards', filter: { card: {} } });
    await runAll();

    expect(await look(caller, id)).toMatchObject({ total: 1, changed: 1 });
    expect(await statusOf(String(foreign?.id))).toMatchObject({ status: 'normal' });
    const asked = await caller.run(Start, { input: { action: 'block_cards', filter: { card: { orgId: other.id } } } });
    expect(asked.errors).toMatchObject([{ code: 'ValidationFailed', fields: { filter: 'bulk.nothing' } }]);
  });

  it('is about one org', async () => {
    const [one, two] = [await anOrg(), await anOrg()];
    const caller = await signIn(['local_implementer'], { orgIds: [one.id, two.id] });
    await someCards(one.id, 1);
    await someCards(two.id, 1);

    for (const source of [Forecast, Start]) {
      const { errors } = await caller.run(source, { input: { action: 'block_cards', filter: { card: {} } } });
      expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { filter: 'bulk.severalOrgs' } }]);
    }
  });
});

describe('each action', () => {
  it('unblocks cards', async () => {
    const cards = await someCards(org.id, 2, { status: 'blocked' });
    await start(implementer, { action: 'unblock_cards', selection: picked(cards) });
    await runAll();

    expect(await statusOf(String(cards[0]?.id))).toMatchObject({ status: 'normal' });
    expect((await eventsOf(cards.map((each) => each.id))).map(({ kind }) => kind)).toEqual([
      'card_unblocked',
      'card_unblocked',
    ]);
  });

  it.each([
    ['change_container_access_mode', 'container', () => aContainer({ org_id: org.id })],
    ['change_container_group_access_mode', 'containerGroup', () => aContainerGroup({ org_id: org.id })],
    ['change_access_group_access_mode', 'accessGroup', () => anAccessGroup({ org_id: org.id })],
  ] as const)('%s opens them', async (action, kind, given) => {
    const records = [await given(), await given()];
    const id = await start(implementer, { action, selection: picked(records), values: { accessMode: 'open' } });
    await runAll();

    expect(await look(implementer, id)).toMatchObject({ state: 'done', kind, changed: 2 });
    const { data } = await implementer.run(`query ($id: ID!) { ${kind}(id: $id) { accessMode updatedBy } }`, {
      id: records[0]?.id,
    });
    expect(data[kind]).toMatchObject({ accessMode: 'open', updatedBy: expect.stringContaining('@noa.test') });
  });

  it('moves entrances to another access group, to another manager, or to none', async () => {
    const group = await anAccessGroup({ org_id: org.id });
    const manager = await aManager({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id });
    const filter = { entrance: { towerBlockId: entrance.tower_block_id } };
    const find = async () =>
      (
        await implementer.run('query ($id: ID!) { entrance(id: $id) { accessGroup { id } manager { id } } }', {
          id: entrance.id,
        })
      ).data.entrance;

    for (const [action, values] of [
      ['move_entrances_to_access_group', { accessGroupId: group.id }],
      ['move_entrances_to_manager', { managerId: manager.id }],
    ] as const) {
      await start(implementer, { action, filter, values });
      await runAll();
    }
    expect(await find()).toEqual({ accessGroup: { id: group.id }, manager: { id: manager.id } });

    const id = await start(implementer, { action: 'move_entrances_to_manager', filter, values: { managerId: null } });
    await runAll();
    expect(await find()).toMatchObject({ manager: null });
    const { data } = await implementer.run(
      'query ($id: ID!) { bulkJob(id: $id) { manager { id } accessGroup { id } } }',
      {
        id,
      },
    );
    expect(data.bulkJob).toEqual({ manager: null, accessGroup: null });
  });

  it('refuses entrances whose new access group went while they waited', async () => {
    const group = await anAccessGroup({ org_id: org.id });
    const entrance = await anEntrance({ org_id: org.id });
    const id = await start(implementer, {
      action: 'move_entrances_to_access_group',
      selection: picked([entrance]),
      values: { accessGroupId: group.id },
    });
    await asSystem((tx) => tx.deleteFrom('access_group').where('id', '=', group.id).execute());
    await runAll();

    expect((await look(implementer, id)).results.nodes).toMatchObject([
      { outcome: 'refused', reason: 'bulk.noTarget' },
    ]);
  });

  it('says what it was not told', async () => {
    const [card] = await someCards(org.id, 1);
    const selection = picked([card].flatMap((each) => each ?? []));
    const foreign = await anAccessGroup({ org_id: (await anOrg()).id });
    const entrance = await anEntrance({ org_id: org.id });
    const ask = async (input: Record<string, unknown>) => (await implementer.run(Start, { input })).errors;

    for (const [input, fields] of [
      [{ action: 'block_cards' }, { selection: 'form.required' }],
      [{ action: 'block_cards', selection, filter: { card: {} } }, { selection: 'form.required' }],
      [{ action: 'block_cards', filter: { container: {} } }, { 'filter.container': 'form.required' }],
      [{ action: 'block_cards', filter: {} }, { 'filter.card': 'form.required' }],
      [{ action: 'block_cards', selection: [] }, { selection: 'bulk.nothing' }],
      [{ action: 'block_cards', selection, reason: 'x'.repeat(201) }, { reason: 'form.tooLong' }],
      [{ action: 'change_container_access_mode', selection }, { 'values.accessMode': 'form.required' }],
      // What an action does not take is not passed over: who says it means it to be done.
      [{ action: 'block_cards', selection, values: { accessMode: 'open' } }, { 'values.accessMode': 'form.badValue' }],
      [
        { action: 'change_container_access_mode', selection, values: { accessMode: 'open', managerId: null } },
        { 'values.managerId': 'form.badValue' },
      ],
    ] as const) {
      expect(await ask(input), JSON.stringify(input)).toMatchObject([{ code: 'ValidationFailed', fields }]);
    }
    const elsewhere = {
      action: 'move_entrances_to_access_group',
      selection: picked([entrance]),
      values: { accessGroupId: foreign.id },
    };
    expect(await ask(elsewhere)).toMatchObject([
      { code: 'NotFound', fields: { 'values.accessGroupId': 'form.notFound' } },
    ]);
  });
});
