import { describe, expect, it } from 'vitest';
import { erasedFrom, restoredFields } from './restored-fields.ts';

const change = (name: string, oldValue: string | null, newValue: string | null) => ({ name, oldValue, newValue });

describe('what restoring a version changes', () => {
  it('goes back over every change since, from what is now to what was', () => {
    const newer = [
      [change('addrSc', 'B', 'C')],
      [change('addrSc', 'A', 'B'), change('managerId', null, 'm1')],
      [change('accessGroupId', 'g1', null)],
    ];

    expect(restoredFields(newer)).toEqual([
      change('addrSc', 'C', 'A'),
      change('managerId', 'm1', null),
      change('accessGroupId', null, 'g1'),
    ]);
  });

  it('is nothing for a field that has come back by itself', () => {
    expect(restoredFields([[change('addrSc', 'B', 'A')], [change('addrSc', 'A', 'B')]])).toEqual([]);
  });

  it('leaves what was erased from the version as it is', () => {
    const newer = [[change('addrAp', '1', '2'), change('occupierName', null, 'Popa')]];

    expect(restoredFields(newer, ['occupierName'])).toEqual([change('addrAp', '2', '1')]);
  });

  it('says of no field that it was erased of which the version still tells', () => {
    const fields = [change('occupierKind', null, 'domestic'), change('occupierName', 'Popa', null)];

    expect(erasedFrom({ fields, erasedFields: ['occupierKind', 'occupierName', 'occupierIdNumber'] })).toEqual([
      'occupierName',
      'occupierIdNumber',
    ]);
  });

  it('keeps what people call the records that are named', () => {
    const newer = [{ name: 'managerId', oldValue: 'm1', oldLabel: 'Unu', newValue: 'm2', newLabel: 'Doi' }];

    expect(restoredFields([newer])).toEqual([
      { name: 'managerId', oldValue: 'm2', oldLabel: 'Doi', newValue: 'm1', newLabel: 'Unu' },
    ]);
  });
});
