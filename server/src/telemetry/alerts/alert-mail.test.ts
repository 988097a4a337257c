import { expect, it } from 'vitest';
import { alertConditions } from '@noa/domain/alert.ts';
import { exportLocales } from '@noa/domain/reporting/report.ts';
import { causeIn } from './alert-mail.ts';

const incident = {
  condition: 'refusals',
  reading_kind: 'battery_life_pct',
  level: 'error',
  threshold: 20,
  minutes: 120,
  openings: 30,
  usual_openings: 10,
} as const;

it.each([
  [1, 'cel puțin un acces refuzat în 2 ore'],
  [3, 'cel puțin 3 accese refuzate în 2 ore'],
  [20, 'cel puțin 20 de accese refuzate în 2 ore'],
  [101, 'cel puțin 101 accese refuzate în 2 ore'],
])('an e-mail counts %i refusals as one does', (threshold, text) => {
  // Between a number and its unit stands a space of whatever width the language data has.
  expect(causeIn('ro', { ...incident, threshold }).replaceAll(/\s/g, ' ')).toBe(text);
});

it.each(exportLocales)('an e-mail says of every condition what it found, in %s', (locale) => {
  for (const condition of alertConditions) {
    expect(causeIn(locale, { ...incident, condition }), condition).toMatch(/^\p{L}[^{}]+$/u);
  }
});
