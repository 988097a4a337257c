import type { ReportField } from '@noa/domain/reporting/report.ts';
import { pickers } from '../../../pickers/pickers.ts';
import type { Picker } from '../../../crud/picker/picker.ts';

/** How the records of a grouping are looked for. */
export const filterPickers: Readonly<Partial<Record<ReportField, Picker>>> = {
  org: pickers.org,
  manager: pickers.manager,
  entrance: pickers.entrance,
  tower_block: pickers.towerBlock,
  access_group: pickers.accessGroup,
  container_group: pickers.containerGroup,
  container: pickers.container,
  card: pickers.card,
  apartment: pickers.apartment,
};
