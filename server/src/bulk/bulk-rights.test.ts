import { describe, expect, it } from 'vitest';
import { bulkActionNames, bulkActions, type BulkAction } from '@noa/domain/bulk.ts';
import { rolesWith } from '@noa/domain/permissions.ts';
import { roles, type Role } from '@noa/domain/vocabulary.ts';
import {
  aContainer,
  aContainerGroup,
  aManager,
  anAccessGroup,
  anApartment,
  anEntrance,
  anOrg,
} from '../testing/factories.ts';
import { asSystem, db, signIn } from '../testing/harness.ts';
import { Cancel, Forecast, Job, look, picked, runAll, someCards, start, Start, statusOf } from './bulk.fixture.ts';
import { runStep } from './bulk-run.ts';

describe('who may change many records', () => {
  const cases = bulkActionNames.flatMap((action) => roles.map((role) => [action, role] as const));

  /** Something to change in the org, and what it takes. */
  async function request(action: BulkAction, orgId: string) {
    const { kind, takes } = bulkActions[action];
    const group = await anAccessGroup({ org_id: orgId });
    const given = {
      card: async () => (await someCards(orgId, 1)).slice(0, 1),
      container: async () => [await aContainer({ org_id: orgId })],
      containerGroup: async () => [await aContainerGroup({ org_id: orgId })],
      accessGroup: async () => [group],
      entrance: async () => [await anEntrance({ org_id: orgId })],
    }[kind];
    const values = {
      reason: {},
      accessMode: { accessMode: 'open' },
      accessGroupId: { accessGroupId: group.id },
      managerId: { managerId: null },
      nothing: {},
    }[takes];
    return { action, selection: picked(await given()), values };
  }

  it.each(cases)('%s is for %s as the same change to one record is', async (action, role: Role) => {
    const own = await anOrg();
    const caller = await signIn([role], {
      orgIds: [own.id],
      managers: [await aManager({ org_id: own.id })],
    });
    const input = await request(action, own.id);

    const forbidden = role === 'ara_user' || !rolesWith(bulkActions[action].permission).includes(role);
    for (const source of [Forecast, Start]) {
      const { errors } = await caller.run(source, { input });
      expect(errors).toEqual(forbidden ? [expect.objectContaining({ code: 'Forbidden' })] : undefined);
    }
    await runAll();
  });

  it('is about the records of the caller’s own org, by a filter and one by one, and not about what it serves for another', async () => {
    const [own, owner] = [await anOrg(), await anOrg()];
    const [mine, next, served] = [
      await anEntrance({ org_id: own.id }),
      await anEntrance({ org_id: own.id }),
      await anEntrance({ org_id: owner.id }),
    ];
    const { id: apartment_id } = await anApartment({ org_id: owner.id, entrance_id: served.id });
    await asSystem((tx) =>
      tx.insertInto('apartment_org').values({ org_id: owner.id, apartment_id, serving_org_id: own.id }).execute(),
    );
    const caller = await signIn(['local_implementer'], { orgIds: [own.id] });
    const listed = await caller.run('{ entrances { nodes { id viewerCanUpdate } } }');
    expect(listed.data.entrances.nodes).toContainEqual({ id: served.id, viewerCanUpdate: false });
    const asked = {
      action: 'move_entrances_to_manager',
      values: { managerId: (await aManager({ org_id: own.id })).id },
    };

    const chosen = { ...asked, selection: picked([mine, served]) };
    expect((await caller.run(Forecast, { input: chosen })).data.bulkForecast).toMatchObject({ changed: 1, refused: 1 });
    const one = await start(caller, chosen);
    await runAll();
    expect(await look(caller, one)).toMatchObject({ total: 2, changed: 1, refused: 1 });

    const all = { ...asked, filter: { entrance: {} } };
    expect((await caller.run(Forecast, { input: all })).data.bulkForecast).toMatchObject({ total: 2, changed: 1 });
    const rest = await start(caller, all);
    await runAll();
    expect(await look(caller, rest)).toMatchObject({ total: 2, changed: 1, unchanged: 1 });
    expect((await look(caller, rest, { outcome: 'changed' })).results.nodes).toMatchObject([{ recordId: next.id }]);

    const { errors } = await caller.run(Start, { input: { ...asked, selection: picked([served]) } });
    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { selection: 'bulk.nothing' } }]);
  });

  it('is for who has fewer than twenty jobs that have not ended, whatever others have', async () => {
    const { id: orgId } = await anOrg();
    const [caller, colleague] = [
      await signIn(['local_implementer'], { orgIds: [orgId] }),
      await signIn(['local_implementer'], { orgIds: [orgId] }),
    ];
    const input = { action: 'block_cards', selection: picked(await someCards(orgId, 1)) };
    for (let started = 0; started < 19; started++) {
      await start(caller, input);
    }

    const answers = await Promise.all([1, 2].map(() => caller.run(Start, { input })));

    expect(answers.map(({ errors }) => errors?.[0]?.fields ?? null)).toEqual(
      expect.arrayContaining([{ selection: 'bulk.tooManyJobs' }, null]),
    );
    expect((await caller.run(Start, { input: { action: 'block_cards', filter: { card: {} } } })).errors).toMatchObject([
      { fields: { filter: 'bulk.tooManyJobs' } },
    ]);
    await start(colleague, input);
    await runAll();
    await start(caller, input);
    await runAll();
  });

  it.each<[string, (starter: { id: string; orgId: string }) => Promise<unknown>]>([
    [
      'has left the org',
      ({ orgId }) => asSystem((tx) => tx.deleteFrom('org_member').where('org_id', '=', orgId).execute()),
    ],
    [
      'was blocked',
      async ({ id }) => (await signIn(['root'])).run('mutation ($id: ID!) { blockAccount(id: $id) { id } }', { id }),
    ],
    // As a later token of theirs says.
    [
      'has lost the role',
      ({ id }) =>
        asSystem((tx) =>
          tx
            .updateTable('account')
            .set({ roles: ['local_reporter'] })
            .where('id', '=', id)
            .execute(),
        ),
    ],
  ])('stops, and says why, once its starter %s; what was changed before stays so', async (_what, lose) => {
    const own = await anOrg();
    const caller = await signIn(['local_implementer'], { orgIds: [own.id] });
    const cards = await someCards(own.id, 3);
    const { id: accountId } = (await caller.run('{ viewer { id } }')).data.viewer;
    const id = await start(caller, { action: 'block_cards', selection: picked(cards) });
    await runStep(db, 1);
    await lose({ id: accountId, orgId: own.id });

    await runAll();

    const job = await asSystem((tx) =>
      tx
        .selectFrom('bulk_job')
        .select(['state', 'failure', 'changed', 'refused', 'done'])
        .where('id', '=', id)
        .execute(),
    );
    expect(job).toEqual([{ state: 'failed', failure: 'bulk.failures.starter', changed: 1, refused: 0, done: 1 }]);
    const statuses = await Promise.all(cards.map(async ({ id: card }) => (await statusOf(String(card)))?.status));
    expect(statuses.filter((status) => status === 'blocked')).toHaveLength(1);
  });

  it('shows a job to its starter and to those who could do the same to the whole org, and to nobody else', async () => {
    const own = await anOrg();
    const manager = await aManager({ org_id: own.id });
    const entrance = await anEntrance({ org_id: own.id, manager_id: manager.id });
    const [card] = await someCards(own.id, 1);
    const apartment = await anApartment({ org_id: own.id, entrance_id: entrance.id });
    await asSystem((tx) =>
      tx
        .insertInto('apartment_card')
        .values({ org_id: own.id, apartment_id: apartment.id, card_id: String(card?.id) })
        .execute(),
    );
    const starter = await signIn(['manager'], { managers: [manager] });
    const id = await start(starter, { action: 'block_cards', selection: picked([card].flatMap((each) => each ?? [])) });
    await runAll();

    const member = { orgIds: [own.id] };
    for (const seer of [starter, await signIn(['local_implementer'], member), await signIn(['root'])]) {
      expect(await look(seer, id)).toMatchObject({ changed: 1, results: { nodes: [{ recordId: card?.id }] } });
      expect((await seer.run('{ bulkJobs { nodes { id } } }')).data.bulkJobs.nodes).toContainEqual({ id });
    }
    for (const stranger of [
      await signIn(['container_admin'], member),
      await signIn(['manager'], { managers: [manager] }),
      await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] }),
    ]) {
      for (const source of [Job, Cancel]) {
        expect((await stranger.run(source, { id })).errors).toMatchObject([{ code: 'NotFound' }]);
      }
      expect((await stranger.run('{ bulkJobs { nodes { id } totalCount } }')).data.bulkJobs).toEqual({
        nodes: [],
        totalCount: 0,
      });
    }
    for (const role of ['local_reporter', 'ara_user'] as const) {
      expect((await (await signIn([role], member)).run(Job, { id })).errors).toMatchObject([{ code: 'Forbidden' }]);
    }
  });
});
