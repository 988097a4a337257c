import { expect, it } from 'vitest';
import { exportLocales } from '@noa/domain/report.ts';
import { listReports } from './catalogue.ts';
import { exportTexts } from './export/texts.ts';
import { messageTexts } from './schedules/message-texts.ts';

const named = listReports().flatMap(({ name }) => exportLocales.map((locale) => ({ name, locale })));

it.each(named)('$name is called something in files and e-mails in $locale', ({ name, locale }) => {
  expect(exportTexts[locale].reports).toHaveProperty(name);
  expect(messageTexts[locale].names).toHaveProperty(name);
});
