import type { TFunction } from 'i18next';
import { importTexts, type ImportKind } from '@noa/domain/imports/import.ts';

/** What a target field is called. */
export const fieldLabel = (t: TFunction, kind: string, name: string): string =>
  t((importTexts[kind as ImportKind] ?? ['import']).map((texts) => `${texts}:fields.${name}`));

/** What a field is called that an update of a record changes, by the plural of its kind. */
export const changedField = (t: TFunction, kind: string, name: string): string =>
  t([`${kind}:fields.${name}`, `import:fields.${name}`]);
