import type { ExportLocale } from '@noa/domain/reporting/report.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import enCommon from '../../../../console/public/locales/en/common.json' with { type: 'json' };
import enImport from '../../../../console/public/locales/en/import.json' with { type: 'json' };
import roCommon from '../../../../console/public/locales/ro/common.json' with { type: 'json' };
import roImport from '../../../../console/public/locales/ro/import.json' with { type: 'json' };
import type { ImportJobRow } from '../import-job.queries.ts';
import type { ImportProblemRow } from '../import-problem.queries.ts';
import { columnLabel } from '../template/template-texts.ts';

type Texts = Readonly<Record<string, unknown>>;
const texts: Readonly<Record<ExportLocale, readonly Texts[]>> = { ro: [roImport, roCommon], en: [enImport, enCommon] };

/** What the console says of imports besides reasons: the names of kinds, and of the column of reasons. */
export const importSays = { ro: roImport, en: enImport } as const;

/** What a locale key of a reason says, as the console says it: `form.tooLong`. */
export function reasonText(locale: ExportLocale, reason: string): string {
  const [group = '', name = ''] = reason.split('.');
  const found = texts[locale].map((each) => (each[group] as Texts | undefined)?.[name]);
  const text = found.find((each) => typeof each === 'string');
  return typeof text === 'string' ? text : reason;
}

/** What is wrong with a row, and in which column. */
export function problemText(
  locale: ExportLocale,
  { kind, mapping }: ImportJobRow,
  { field, reason, other_row: otherRow }: ImportProblemRow,
): string {
  const where = field === null ? '' : (mapping[field] ?? columnLabel(locale, kind, field));
  const other = otherRow === null ? '' : withFacts(importSays[locale].problems.otherRow, { row: otherRow });
  const what = [reasonText(locale, reason), other].filter((part) => part !== '').join(' ');
  return where === '' ? what : `${where}: ${what}`;
}
