import { createInstance, type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import common from '../../../public/locales/ro/common.json' with { type: 'json' };
import type { Filter } from '../define-resource.ts';
import { filterLabel, filterText } from './filter-text.ts';

let t: TFunction;

beforeAll(async () => {
  t = await createInstance().init({
    lng: 'ro',
    ns: ['cards', 'common'],
    defaultNS: 'cards',
    resources: { ro: { common, cards: { filters: { kind: 'Fel' }, values: { kind: { master: 'de serviciu' } } } } },
    interpolation: { escapeValue: false },
  });
});

describe('a filter in words', () => {
  it.each([
    [{ id: 'sizeLitres', kind: 'int', unit: 'litres' }, '60..1100', '60–1.100 l'],
    [{ id: 'sizeLitres', kind: 'int' }, '60..', 'de la 60'],
    [{ id: 'fillLevelPct', kind: 'percent' }, '..12.5', 'până la 12,5 %'],
    [{ id: 'updatedAt', kind: 'period' }, '2026-01-01..', 'de la 1 ian. 2026'],
    [{ id: 'updatedAt', kind: 'period' }, '2026-01-01..2026-02-01', '1 ian. 2026 – 1 feb. 2026'],
    [{ id: 'updatedAt', kind: 'period' }, '2026-01-01..2026-01-01', '1 ian. 2026'],
    [{ id: 'kind', kind: 'choice', values: ['master'], texts: 'values.kind' }, 'master', 'de serviciu'],
    [{ id: 'occupierName', kind: 'text' }, 'pop', '„pop”'],
    [{ id: 'withoutManager', kind: 'flag' }, 'true', null],
  ] as const satisfies readonly (readonly [Filter, string, string | null])[])('%j of %s', (filter, text, words) => {
    expect(filterText(t, 'ro', filter, text)).toBe(words);
  });

  it('is called as its kind calls it, or else as all kinds do', () => {
    expect([filterLabel(t, 'cards', 'kind'), filterLabel(t, 'cards', 'updatedAt')]).toEqual([
      'Fel',
      'Ultima modificare',
    ]);
  });
});
