import { accessGroup } from '../kinds/access-group.ts';
import { containerGroup } from '../kinds/container-group.ts';
import { container } from '../kinds/container.ts';
import { manager } from '../kinds/manager.ts';
import { cardForm } from './import-cards.ts';
import { declaredForm } from './import-declared.ts';
import { buildingForm } from './import-buildings.ts';
import type { ImportForm } from './import-form.ts';
import { occupierForm } from './import-occupiers.ts';
import { sirutaForm } from './siruta/import-siruta.ts';
import type { ImportKind } from './import.ts';
import { memberForm } from './import-members.ts';
import { joinedAccessGroups, joinedContainerGroups, joinedForm } from './import-joins.ts';

/** What each kind of import asks for. */
export const importForms: Readonly<Record<ImportKind, ImportForm>> = {
  buildings: buildingForm,
  managers: declaredForm(manager),
  accessGroups: joinedForm(accessGroup, joinedContainerGroups),
  containerGroups: joinedForm(containerGroup, joinedAccessGroups),
  containers: declaredForm(container),
  cards: cardForm,
  occupiers: occupierForm,
  members: memberForm,
  siruta: sirutaForm,
};
