import { accessGroup } from './access-group.ts';
import { reference, text } from './field.ts';
import { declareKind } from './kind.ts';
import { manager } from './manager.ts';
import { towerBlock } from './tower-block.ts';

export const entrance = declareKind({
  name: 'entrance',
  address: '/entrances',
  owner: 'record',
  called: 'label',
  searched: 'Words of the address; case and diacritics do not matter.',
  fields: {
    towerBlockId: reference(towerBlock, {
      required: true,
      fixed: true,
      filtered: true,
      needs: 'towerBlock:read',
      listed: false,
    }),
    addrSc: text(20, { required: true, sorted: 'key' }),
    accessGroupId: reference(accessGroup, { nullable: true, sorted: 'key', filtered: true, needs: 'accessGroup:read' }),
    managerId: reference(manager, { nullable: true, sorted: 'key', filtered: true, needs: 'manager:read' }),
  },
});
