import { reference, text } from './field.ts';
import { createInput, declareKind, updateInput } from './kind.ts';

export const entrance = declareKind({
  name: 'entrance',
  owner: 'record',
  searched: 'Words of the address; case and diacritics do not matter.',
  fields: {
    towerBlockId: reference({ required: true, fixed: true, filtered: true, needs: 'towerBlock:read', shown: false }),
    addrSc: text(20, { required: true, sorted: 'key' }),
    accessGroupId: reference({ nullable: true, filtered: true, needs: 'accessGroup:read', shown: false }),
    managerId: reference({ nullable: true, filtered: true, needs: 'manager:read', shown: false }),
  },
});

export const createEntranceInput = createInput(entrance);
export const updateEntranceInput = updateInput(entrance);
