import { manager } from '@noa/domain/kinds/manager.ts';
import { addRecord } from '../declared/add-record.ts';
import { recordType } from '../declared/record-type.ts';
import { managerConditions, managers } from './manager.queries.ts';

export const Manager = recordType(managers, manager, {
  description: 'A property administrator that looks after entrances.',
});

addRecord(managers, manager, { type: Manager, conditions: managerConditions });
