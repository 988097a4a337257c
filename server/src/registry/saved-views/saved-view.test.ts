import { describe, expect, it } from 'vitest';
import { savedViewLimits } from '@noa/domain/saved-view.ts';
import { aManager, anOrg, unique } from '../../testing/factories.ts';
import { signIn, type Caller } from '../../testing/harness.ts';

const fields = 'id name search hiddenColumns orgId isDefault viewerCanUpdate';
const List = `query ($kind: String!) { savedViews(kind: $kind) { ${fields} } }`;
const Create = `mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { ${fields} } }`;
const Update = `mutation ($id: ID!, $input: UpdateSavedViewInput!) { updateSavedView(id: $id, input: $input) { ${fields} } }`;
const Delete = 'mutation ($id: ID!) { deleteSavedView(id: $id) }';
const SetDefault = `mutation ($kind: String!, $id: ID) { setDefaultSavedView(kind: $kind, id: $id) { id isDefault } }`;

const create = (caller: Caller, input: object = {}) =>
  caller.run(Create, {
    input: { kind: 'card', name: unique('Vedere '), search: 'status=blocked', hiddenColumns: ['kind'], ...input },
  });
const idOf = async (caller: Caller, input: object = {}): Promise<string> =>
  (await create(caller, input)).data.createSavedView.id;
const namesOf = async (caller: Caller, kind = 'card'): Promise<string[]> =>
  (await caller.run(List, { kind })).data.savedViews.map(({ name }: { name: string }) => name);

const org = await anOrg();
const implementer = () => signIn(['local_implementer'], { orgIds: [org.id] });

describe('saved views of one’s own', () => {
  it('are kept with address and columns, renamed, overwritten and deleted', async () => {
    const caller = await implementer();
    const { createSavedView: view } = (await create(caller, { name: 'Blocate' })).data;

    expect(view).toEqual({
      id: view.id,
      name: 'Blocate',
      search: 'status=blocked',
      hiddenColumns: ['kind'],
      orgId: null,
      isDefault: false,
      viewerCanUpdate: true,
    });
    const renamed = await caller.run(Update, { id: view.id, input: { name: 'Carduri blocate' } });
    expect(renamed.data.updateSavedView).toMatchObject({ name: 'Carduri blocate', search: 'status=blocked' });
    const overwritten = await caller.run(Update, { id: view.id, input: { search: 'q=04', hiddenColumns: [] } });
    expect(overwritten.data.updateSavedView).toMatchObject({
      name: 'Carduri blocate',
      search: 'q=04',
      hiddenColumns: [],
    });
    expect((await caller.run(Delete, { id: view.id })).data.deleteSavedView).toBe(view.id);
    expect(await namesOf(caller)).toEqual([]);
  });

  it('are nobody else’s, not even root’s', async () => {
    const id = await idOf(await implementer());

    for (const other of [await implementer(), await signIn(['root'])]) {
      expect(await namesOf(other)).toEqual([]);
      for (const answer of [
        await other.run(Update, { id, input: { name: 'Al meu' } }),
        await other.run(Delete, { id }),
        await other.run(SetDefault, { kind: 'card', id }),
      ]) {
        expect(answer.errors).toMatchObject([{ code: 'NotFound' }]);
      }
    }
  });

  it('have a name each, case and diacritics apart', async () => {
    const caller = await implementer();
    await create(caller, { name: 'Șterse' });

    const { errors } = await create(caller, { name: 'sterse' });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { name: 'form.taken' } }]);
    expect((await create(caller, { name: 'Șterse', kind: 'entrance' })).errors).toBeUndefined();
    expect((await create(await implementer(), { name: 'Șterse' })).errors).toBeUndefined();
  });

  it('are fifty of a kind at most', async () => {
    const caller = await implementer();
    for (let count = 0; count < savedViewLimits.perKind; count += 1) {
      await create(caller);
    }

    expect((await create(caller)).errors).toMatchObject([{ fields: { name: 'savedView.tooMany' } }]);
    expect((await create(caller, { kind: 'entrance' })).errors).toBeUndefined();
  });

  it.each([
    ['kind', 'form.unknownKind', { kind: 'spoon' }],
    ['name', 'form.required', { name: '  ' }],
    ['search', 'form.tooLong', { search: 'x'.repeat(2_001) }],
    ['hiddenColumns', 'form.tooMany', { hiddenColumns: Array.from({ length: 51 }, (_, column) => `${column}`) }],
  ])('are refused with a bad %s', async (field, message, input) => {
    expect((await create(await implementer(), input)).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { [field]: message } },
    ]);
  });
});

describe('saved views of an org', () => {
  it('are shared by its implementers with all its members who may read the kind', async () => {
    const shared = await anOrg();
    const member = (role: 'local_implementer' | 'local_reporter' | 'container_admin') =>
      signIn([role], { orgIds: [shared.id] });
    const manager = await aManager({ org_id: shared.id });
    await create(await member('local_implementer'), { kind: 'entrance', name: 'Fără grup', orgId: shared.id });
    await create(await member('local_implementer'), { kind: 'card', name: 'Pierdute', orgId: shared.id });

    for (const caller of [
      await member('local_implementer'),
      await member('local_reporter'),
      await member('container_admin'),
      await signIn(['manager'], { managers: [manager] }),
    ]) {
      expect(await namesOf(caller, 'entrance')).toEqual(['Fără grup']);
    }
    // Reporters count cards, and do not list them.
    expect(await namesOf(await member('local_reporter'), 'card')).toEqual([]);
    expect(await namesOf(await member('local_implementer'), 'card')).toEqual(['Pierdute']);
    expect(await namesOf(await signIn(['local_implementer'], { orgIds: [(await anOrg()).id] }), 'entrance')).toEqual(
      [],
    );
  });

  it('come after one’s own, and are changed by implementers of the org and root only', async () => {
    const shared = await anOrg();
    const reporter = await signIn(['local_reporter'], { orgIds: [shared.id] });
    const keeper = await signIn(['local_implementer'], { orgIds: [shared.id] });
    const id = await idOf(keeper, { kind: 'entrance', name: 'A', orgId: shared.id });
    await create(reporter, { kind: 'entrance', name: 'B' });

    const { savedViews } = (await reporter.run(List, { kind: 'entrance' })).data;
    expect(savedViews).toMatchObject([
      { name: 'B', orgId: null, viewerCanUpdate: true },
      { name: 'A', orgId: shared.id, viewerCanUpdate: false },
    ]);
    expect((await reporter.run(Update, { id, input: { name: 'C' } })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await reporter.run(Delete, { id })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await create(reporter, { orgId: shared.id })).errors).toMatchObject([{ code: 'Forbidden' }]);
    const root = await signIn(['root']);
    expect((await root.run(Update, { id, input: { name: 'C' } })).data.updateSavedView.name).toBe('C');
  });

  it('are not shared with an org of others, which answers like an absent one', async () => {
    const caller = await implementer();

    for (const orgId of [(await anOrg()).id, '00000000-0000-4000-8000-000000000000']) {
      expect((await create(caller, { orgId })).errors).toMatchObject([{ fields: { orgId: 'form.notFound' } }]);
    }
    const root = await signIn(['root']);
    const absent = { orgId: '00000000-0000-4000-8000-000000000000' };
    expect((await create(root, absent)).errors).toMatchObject([{ fields: { orgId: 'form.notFound' } }]);
  });
});

describe('the view a list opens with', () => {
  it('is each person’s own choice, one for each kind', async () => {
    const [one, other] = [await implementer(), await implementer()];
    const shared = await idOf(one, { kind: 'manager', orgId: org.id });
    const own = await idOf(one, { kind: 'manager' });

    await one.run(SetDefault, { kind: 'manager', id: shared });
    const { data } = await one.run(SetDefault, { kind: 'manager', id: own });

    expect(data.setDefaultSavedView).toEqual([
      { id: own, isDefault: true },
      { id: shared, isDefault: false },
    ]);
    expect((await other.run(List, { kind: 'manager' })).data.savedViews).toMatchObject([
      { id: shared, isDefault: false },
    ]);
    const none = await one.run(SetDefault, { kind: 'manager', id: null });
    expect(none.data.setDefaultSavedView).toMatchObject([{ isDefault: false }, { isDefault: false }]);
  });

  it('is not one of another kind', async () => {
    const caller = await implementer();
    const id = await idOf(caller, { kind: 'card' });

    expect((await caller.run(SetDefault, { kind: 'entrance', id })).errors).toMatchObject([{ code: 'NotFound' }]);
  });

  it('goes with the view', async () => {
    const caller = await implementer();
    const id = await idOf(caller);
    await caller.run(SetDefault, { kind: 'card', id });

    expect((await caller.run(Delete, { id })).errors).toBeUndefined();
  });
});

it('are not for residents, who have no lists', async () => {
  const resident = await signIn(['ara_user']);

  expect((await resident.run(List, { kind: 'card' })).errors).toMatchObject([{ code: 'Forbidden' }]);
  expect((await create(resident)).errors).toMatchObject([{ code: 'Forbidden' }]);
});
