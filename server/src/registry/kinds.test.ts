import { describe, expect, it } from 'vitest';
import { anOrg } from '../testing/factories.ts';
import { signIn } from '../testing/harness.ts';
import { allKinds, findKind } from './kinds.ts';

describe('a kind that a caller names', () => {
  it.each(allKinds.map(({ name }) => name))('is %s by its field, its type, or in snake case', (name) => {
    const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    for (const named of [name, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, snake, snake.toUpperCase()]) {
      expect(findKind(named)?.name).toBe(name);
    }
  });

  it('is none by any other word', () => {
    for (const named of ['', '_', 'none', 'card1', 'containers', 'constructor', '__proto__']) {
      expect(findKind(named)).toBeUndefined();
    }
  });

  it('has its history, within what its caller reads of that kind', async () => {
    const { id } = await anOrg();
    const [implementer, containerAdmin] = [
      await signIn(['local_implementer'], { orgIds: [id] }),
      await signIn(['container_admin'], { orgIds: [id] }),
    ];
    const history = 'query ($kind: String!, $id: ID!) { history(kind: $kind, id: $id) { nodes { rowId } } }';

    for (const kind of ['org', 'Org', 'ORG']) {
      expect((await implementer.run(history, { kind, id })).data.history.nodes).toHaveLength(1);
      expect((await containerAdmin.run(history, { kind, id })).errors).toMatchObject([{ code: 'Forbidden' }]);
    }
    expect((await implementer.run(history, { kind: 'orgs', id })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { kind: 'form.unknownKind' } },
    ]);
  });
});
