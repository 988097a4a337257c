import type { ImportKind } from '@noa/domain/imports/import.ts';
import { joinedAccessGroups, joinedContainerGroups } from '@noa/domain/imports/import-joins.ts';
import type { DataKeys, Aad } from '../../database/keys/sealing.ts';
import { buildingRows } from '../buildings/building-rows.ts';
import { cardRows } from '../cards/card-rows.ts';
import { accessGroups, containerGroups, containers, managers } from '../declared/declared-kinds.ts';
import { declaredRows } from '../declared/declared-rows.ts';
import { joinedRows } from '../joins/join-rows.ts';
import { memberRows } from '../members/member-rows.ts';
import { occupierRows } from '../occupiers/occupier-rows.ts';
import { sirutaRows } from '../siruta/siruta-rows.ts';
import type { RowStager } from './stage.ts';

/** How a file's thread reads the rows of each kind; what is done with them, `import-works.ts` says. */
export const rowReaders: Readonly<Record<ImportKind, (keys: DataKeys, aad: Aad) => RowStager>> = {
  buildings: buildingRows,
  managers: () => declaredRows(managers),
  accessGroups: () => joinedRows(accessGroups, joinedContainerGroups),
  containerGroups: () => joinedRows(containerGroups, joinedAccessGroups),
  containers: () => declaredRows(containers),
  cards: () => cardRows,
  occupiers: occupierRows,
  members: () => memberRows,
  siruta: () => sirutaRows,
};
