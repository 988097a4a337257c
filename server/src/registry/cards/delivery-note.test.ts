import { expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { signIn } from '../../testing/harness.ts';
import { Create } from './card.fixture.ts';

it('a card keeps the delivery note that it came with, trimmed, and none where nobody says', async () => {
  const org = await anOrg();
  const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
  const noteOf = async (serialNumber: string, input: object) => {
    const { data, errors } = await implementer.run(Create, { input: { serialNumber, kind: 'physical', ...input } });
    const asked = await implementer.run('query ($id: ID!) { card(id: $id) { deliveryNote } }', {
      id: data?.createCard?.id ?? '',
    });
    return errors?.[0]?.fields ?? asked.data.card.deliveryNote;
  };

  expect(await noteOf('0a:01:02:03', { deliveryNote: ' 1234/15.11.2026 ' })).toBe('1234/15.11.2026');
  expect(await noteOf('0a:01:02:04', {})).toBe('');
  expect(await noteOf('0a:01:02:05', { deliveryNote: null })).toBe('');
  expect(await noteOf('0a:01:02:06', { deliveryNote: 'x'.repeat(81) })).toEqual({ deliveryNote: 'form.tooLong' });
});
