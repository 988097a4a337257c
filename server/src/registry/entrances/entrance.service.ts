import { entrance } from '@noa/domain/kinds/entrance.ts';
import { recordService } from '../declared/record-service.ts';
import { towerBlocks } from '../tower-blocks/tower-block.queries.ts';
import { entrances } from './entrance.queries.ts';

/** How entrances are written; one stays while apartments are behind it. */
export const entranceService = recordService({
  kind: entrances,
  declared: entrance,
  permission: 'entrance:write',
  within: { field: 'towerBlockId', kind: towerBlocks },
});
