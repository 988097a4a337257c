import { expect, it } from 'vitest';
import { exportLocales } from '@noa/domain/report.ts';
import { listReports } from './catalogue.ts';
import { reportNames } from './report-names.ts';

const named = listReports().flatMap(({ name }) => exportLocales.map((locale) => ({ name, locale })));

it.each(named)('$name is called something in files and e-mails in $locale', ({ name, locale }) => {
  expect(reportNames[locale]).toHaveProperty(name);
});
