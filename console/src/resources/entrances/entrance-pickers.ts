import { accessGroupPicker, managerPicker, towerBlockPicker } from '../../pickers/pickers.ts';

/** The records of other kinds that an entrance belongs to. */
export const entrancePickers = {
  towerBlockId: towerBlockPicker,
  accessGroupId: accessGroupPicker,
  managerId: managerPicker,
} as const;
