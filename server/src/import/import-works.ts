import type { ImportKind } from '@noa/domain/imports/import.ts';
import { joinedAccessGroups, joinedContainerGroups } from '@noa/domain/imports/import-joins.ts';
import { buildingImport } from './buildings/building-import.ts';
import { cardImport } from './cards/card-import.ts';
import { declaredImport } from './declared/declared-import.ts';
import { accessGroups, containerGroups, containers, managers } from './declared/declared-kinds.ts';
import type { ImportWork } from './import-work.ts';
import { joinedImport } from './joins/joined-import.ts';
import { memberImport } from './members/member-import.ts';
import { occupierImport } from './occupiers/occupier-import.ts';
import { sirutaImport } from './siruta/siruta-import.ts';

/** What is done with a file of each kind; how its rows are read, `import/reading/row-readers.ts` says for the file's thread. */
export const importWorks: Readonly<Record<ImportKind, ImportWork>> = {
  buildings: buildingImport,
  managers: declaredImport(managers),
  accessGroups: joinedImport(accessGroups, joinedContainerGroups),
  containerGroups: joinedImport(containerGroups, joinedAccessGroups),
  containers: declaredImport(containers),
  cards: cardImport,
  occupiers: occupierImport,
  members: memberImport,
  siruta: sirutaImport,
};
