import { describe, expect, it } from 'vitest';
import { manager } from '@noa/domain/kinds/manager.ts';
import { anEntrance, aManager, anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { describeRecord } from '../../testing/record-contract.ts';

describeRecord(manager, { given: ({ id }) => aManager({ org_id: id }) });

describe('managers', () => {
  it('of one org have names of their own, case and spaces at the ends apart', async () => {
    const org = await anOrg();
    await aManager({ org_id: org.id, name: 'Asociația Zorilor' });
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });

    const { errors } = await caller.run(
      'mutation ($input: CreateManagerInput!) { createManager(input: $input) { id } }',
      { input: { name: ' asociația ZORILOR ' } },
    );

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { name: 'form.taken' } }]);
  });

  it.each([
    ['letters with their marks apart', 'Asociația Ștefăniță'.normalize('NFD')],
    ['a soft hyphen and a space without width', '\u200BAsociația Ștefă\u00ADniță\u2060'],
    ['several spaces, which no screen shows', 'Asociația  \u00A0 Ștefăniță'],
    ['marks that turn it around', '\u202AAsociația\u200E Ștefăniță\u202C'],
  ])('of one org have names of their own as they are seen: %s', async (_what, pasted) => {
    const [org, other] = [await anOrg(), await anOrg()];
    const caller = await signIn(['local_implementer'], { orgIds: [org.id, other.id] });
    const create = (name: string, orgId: string) =>
      caller.run('mutation ($input: CreateManagerInput!) { createManager(input: $input) { name } }', {
        input: { name, orgId },
      });
    await create('Asociația Ștefăniță', org.id);

    expect((await create(pasted, org.id)).errors).toMatchObject([{ fields: { name: 'form.taken' } }]);
    expect((await create(pasted, other.id)).data.createManager).toEqual({ name: 'Asociația Ștefăniță' });
    for (const q of ['stefanita', 'Ștefăniță', pasted]) {
      const { data } = await caller.run('query ($q: String) { managers(filter: { q: $q }) { totalCount } }', { q });
      expect(data.managers.totalCount).toBe(2);
    }
  });

  it.each(['\u200B', '\u200D', '\u3164', ' \u202E\uFE0F '])('have a name that can be seen: not %j', async (name) => {
    const org = await anOrg();
    const caller = await signIn(['local_implementer'], { orgIds: [org.id] });

    const { errors } = await caller.run(
      'mutation ($input: CreateManagerInput!) { createManager(input: $input) { id } }',
      { input: { name } },
    );

    expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { name: 'form.required' } }]);
  });

  it('are not deleted while entrances are in their care', async () => {
    const org = await anOrg();
    const { id, row_id: rowId } = await aManager({ org_id: org.id });
    await anEntrance({ org_id: org.id, manager_id: id });
    const root = await signIn(['root']);

    const { errors } = await root.run('mutation ($id: ID!, $rowId: ID!) { deleteManager(id: $id, rowId: $rowId) }', {
      id,
      rowId,
    });

    expect(errors).toMatchObject([{ code: 'ValidationFailed', dependants: [{ kind: 'entrance', count: 1 }] }]);
  });
});
