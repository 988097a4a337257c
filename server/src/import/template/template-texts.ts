import { importTexts, type ImportKind } from '@noa/domain/imports/import.ts';
import type { Field } from '@noa/domain/kinds/field.ts';
import { valueOfWord } from '@noa/domain/imports/import-words.ts';
import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import enAccessGroups from '../../../../console/public/locales/en/accessGroups.json' with { type: 'json' };
import enApartments from '../../../../console/public/locales/en/apartments.json' with { type: 'json' };
import enCards from '../../../../console/public/locales/en/cards.json' with { type: 'json' };
import enCommon from '../../../../console/public/locales/en/common.json' with { type: 'json' };
import enContainerGroups from '../../../../console/public/locales/en/containerGroups.json' with { type: 'json' };
import enContainers from '../../../../console/public/locales/en/containers.json' with { type: 'json' };
import enImport from '../../../../console/public/locales/en/import.json' with { type: 'json' };
import enManagers from '../../../../console/public/locales/en/managers.json' with { type: 'json' };
import enMembers from '../../../../console/public/locales/en/members.json' with { type: 'json' };
import roAccessGroups from '../../../../console/public/locales/ro/accessGroups.json' with { type: 'json' };
import roApartments from '../../../../console/public/locales/ro/apartments.json' with { type: 'json' };
import roCards from '../../../../console/public/locales/ro/cards.json' with { type: 'json' };
import roCommon from '../../../../console/public/locales/ro/common.json' with { type: 'json' };
import roContainerGroups from '../../../../console/public/locales/ro/containerGroups.json' with { type: 'json' };
import roContainers from '../../../../console/public/locales/ro/containers.json' with { type: 'json' };
import roImport from '../../../../console/public/locales/ro/import.json' with { type: 'json' };
import roManagers from '../../../../console/public/locales/ro/managers.json' with { type: 'json' };
import roMembers from '../../../../console/public/locales/ro/members.json' with { type: 'json' };

type Words = Readonly<Record<string, string>>;

/** What a file of texts says of a kind's fields. */
interface FieldTexts {
  readonly fields?: Words;
  readonly hints?: Words;
  readonly values?: Readonly<Record<string, Words>>;
}

const en = {
  import: enImport,
  apartments: enApartments,
  managers: enManagers,
  members: enMembers,
  accessGroups: enAccessGroups,
  containerGroups: enContainerGroups,
  containers: enContainers,
  cards: enCards,
} as const;
const ro: { readonly [Space in keyof typeof en]: FieldTexts } = {
  import: roImport,
  apartments: roApartments,
  managers: roManagers,
  members: roMembers,
  accessGroups: roAccessGroups,
  containerGroups: roContainerGroups,
  containers: roContainers,
  cards: roCards,
};
const texts: Readonly<Record<ExportLocale, Readonly<Record<keyof typeof en, FieldTexts>>>> = { ro, en };
const common: Readonly<Record<ExportLocale, FieldTexts>> = {
  ro: { values: { ...roCommon.values, role: roCommon.roles } },
  en: { values: { ...enCommon.values, role: enCommon.roles } },
};

/** What the template itself says. */
export const templateTexts = { ro: roImport.template, en: enImport.template } as const satisfies Readonly<
  Record<ExportLocale, unknown>
>;

const spacesOf = (locale: ExportLocale, kind: ImportKind): readonly FieldTexts[] =>
  importTexts[kind].map((space) => texts[locale][space]);

/** What the console calls a column, which is how an import recognises it. */
export const columnLabel = (locale: ExportLocale, kind: ImportKind, name: string): string =>
  spacesOf(locale, kind)
    .map(({ fields }) => fields?.[name])
    .find((label) => label !== undefined) ?? name;

/** What is said below its input; the bounds of its numbers are said elsewhere. */
export function columnHint(locale: ExportLocale, kind: ImportKind, name: string): string | undefined {
  const hints = spacesOf(locale, kind).map(({ hints: each }) => each?.[name]);
  return hints.find((hint) => hint !== undefined && !hint.includes('{{'));
}

/** The words for a field's values, as the console says them where an import reads them back, else the values themselves. */
export function valueWords(locale: ExportLocale, name: string, { list = '', values }: Field): readonly string[] {
  const spaces = [...Object.values(texts[locale]), common[locale]];
  return (values ?? []).map((value) => {
    const words = spaces.map((each) => each.values?.[name]?.[value]);
    return words.find((word) => word !== undefined && valueOfWord(list, values ?? [], word) === value) ?? value;
  });
}
