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
