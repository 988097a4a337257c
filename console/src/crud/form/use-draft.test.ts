import { expect, it } from 'vitest';
import { draftOf } from './use-draft.ts';

it('keeps of secret fields neither what was written nor what was there before, and says which are to be written again', () => {
  const initial: Record<string, string | null> = {
    floor: '2',
    occupierName: 'Ana',
    occupierFirstName: 'Maria',
    occupierIdNumber: null,
  };
  const values = { ...initial, floor: '3', occupierName: 'Ion', occupierIdNumber: '1800101221144' };

  const draft = draftOf({ initial, rowId: '7' }, values, ['occupierName', 'occupierFirstName', 'occupierIdNumber']);

  expect(draft).toEqual({
    initial: { floor: '2' },
    rowId: '7',
    values: { floor: '3' },
    lost: ['occupierName', 'occupierIdNumber'],
  });
});

it('keeps all of a form without secrets', () => {
  const initial = { name: 'A' };

  expect(draftOf({ initial, rowId: undefined }, { name: 'B' })).toEqual({
    initial,
    rowId: undefined,
    values: { name: 'B' },
    lost: [],
  });
});
