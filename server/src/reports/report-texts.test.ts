import { expect, it } from 'vitest';
import { exportLocales } from '@noa/domain/reporting/report.ts';
import { listReports } from './catalogue.ts';
import { reportTexts } from './report-texts.ts';

const named = listReports().flatMap(({ name }) => exportLocales.map((locale) => ({ name, locale })));

it.each(named)('$name is called something in files and e-mails in $locale', ({ name, locale }) => {
  expect(reportTexts[locale].names).toHaveProperty(name);
});
