import type { TFunction } from 'i18next';
import type { ImportKind } from '@noa/domain/imports/import.ts';

/** Whose texts say what a field is called: the record's own, where a file is of one kind of record. */
const textsOf: Readonly<Record<ImportKind, readonly string[]>> = {
  buildings: ['import', 'apartments'],
  managers: ['managers'],
  accessGroups: ['accessGroups'],
  containerGroups: ['containerGroups'],
  containers: ['containers'],
  cards: ['cards', 'import'],
  occupiers: ['import', 'apartments'],
  siruta: ['import'],
};

/** What a target field is called. */
export const fieldLabel = (t: TFunction, kind: string, name: string): string =>
  t((textsOf[kind as ImportKind] ?? ['import']).map((texts) => `${texts}:fields.${name}`));

/** What a field is called that an update of a record changes, by the plural of its kind. */
export const changedField = (t: TFunction, kind: string, name: string): string =>
  t([`${kind}:fields.${name}`, `import:fields.${name}`]);
