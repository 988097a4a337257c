import { buildingForm } from './import-buildings.ts';
import type { ImportForm } from './import-form.ts';
import { sirutaForm } from './import-siruta.ts';
import type { ImportKind } from './import.ts';

/** What each kind of import asks for. */
export const importForms: Readonly<Record<ImportKind, ImportForm>> = {
  buildings: buildingForm,
  siruta: sirutaForm,
};
