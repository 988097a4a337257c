import type { ReportField } from '@noa/domain/report.ts';
import {
  accessGroupPicker,
  apartmentPicker,
  cardPicker,
  containerGroupPicker,
  containerPicker,
  entrancePicker,
  managerPicker,
  orgPicker,
  towerBlockPicker,
} from '../../pickers/pickers.ts';
import type { Picker } from '../../resource/picker.ts';

/** How the records of a grouping are looked for. */
export const filterPickers: Readonly<Partial<Record<ReportField, Picker>>> = {
  org: orgPicker,
  manager: managerPicker,
  entrance: entrancePicker,
  tower_block: towerBlockPicker,
  access_group: accessGroupPicker,
  container_group: containerGroupPicker,
  container: containerPicker,
  card: cardPicker,
  apartment: apartmentPicker,
};
