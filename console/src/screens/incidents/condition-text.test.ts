import { createInstance, type TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import alerts from '../../../public/locales/ro/alerts.json' with { type: 'json' };
import { conditionText } from './condition-text.ts';

let t: TFunction<['alerts', 'statusUpdates']>;

beforeAll(async () => {
  t = await createInstance().init({
    lng: 'ro',
    ns: ['alerts'],
    defaultNS: 'alerts',
    resources: { ro: { alerts } },
    interpolation: { escapeValue: false },
  });
});

it.each([
  [1, 'cel puțin un acces refuzat în 2 ore'],
  [3, 'cel puțin 3 accese refuzate în 2 ore'],
  [20, 'cel puțin 20 de accese refuzate în 2 ore'],
  [101, 'cel puțin 101 accese refuzate în 2 ore'],
])('a rule of %i refusals counts them as one does', (threshold, text) => {
  const rule = { condition: 'refusals', readingKind: null, level: null, threshold, minutes: 120 } as const;

  expect(conditionText(t, 'ro', rule).replaceAll(/\s/g, ' ')).toBe(text);
});
