import i18next from 'i18next';
import { expect, it } from 'vitest';
import { alertConditions, alertRuleInput, type AlertRuleValues } from '@noa/domain/alert.ts';
import { updateInput } from '@noa/domain/kinds/input.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { orgSettingsLimits, updateOrgSettingsInput } from '@noa/domain/org-settings.ts';
import en from '../../../public/locales/en/common.json' with { type: 'json' };
import ro from '../../../public/locales/ro/common.json' with { type: 'json' };
import { problemText } from './problem-text.ts';
import { problemsOf } from './problems-of.ts';

const kinds: readonly KindDeclaration[] = declaredKinds;
const rule: Omit<AlertRuleValues, 'condition'> = {
  orgId: '0e0b8f0c-5a7a-4a55-8d4f-0d3a2c9d8f11',
  name: 'Regula',
  readingKind: 'fill_level_pct',
  level: 'error',
  threshold: 200,
  minutes: 60,
  recipients: ['ana@noa.test'],
  locale: 'ro',
  webhookUrl: null,
  escalateMinutes: null,
  escalateTo: [],
  active: true,
};

/** What a form says of a field whose value is out of bounds. */
const outside = [
  ...kinds.flatMap((kind) =>
    Object.entries(kind.fields)
      .filter(([, { fixed, format }]) => !fixed && !format)
      .flatMap(([field, { type }]) => {
        const values = type === 'text' ? ['x'.repeat(5_000)] : ['integer', 'float'].includes(type) ? [-5e6, 5e6] : [];
        return values.map((value) => [
          `${kind.name}.${field}`,
          problemsOf(updateInput(kind), { [field]: value })[field],
        ]);
      }),
  ),
  ...Object.keys(orgSettingsLimits)
    .filter((field) => !field.endsWith('Length'))
    .map((field) => [field, problemsOf(updateOrgSettingsInput, { [field]: 5e6 })[field]]),
  ...alertConditions.flatMap((condition) =>
    Object.entries(problemsOf(alertRuleInput, { ...rule, condition, threshold: -1, minutes: -1 })).map(
      ([field, problem]) => [`${condition}: ${field}`, problem],
    ),
  ),
] as const;

it('every field whose value is too small, too large or too long says what it takes', () => {
  expect(outside.length).toBeGreaterThan(50);
  expect(outside.filter(([, problem]) => !/^form\.(atLeast|atMost|mostCharacters) -?\d+$/.test(problem ?? ''))).toEqual(
    [],
  );
});

it('a bound is said in words, and so is a part of what was written', async () => {
  const resources = { ro: { common: ro }, en: { common: en } };
  const texts = i18next.createInstance();
  await texts.init({ resources, lng: 'ro', defaultNS: 'common', ns: ['common'] });
  const say = (problem: string) => problemText(texts.t, 'cards', problem);

  expect(say('form.atMost 10000')).toBe('Scrieți cel mult 10.000');
  expect(say('form.mostCharacters 1')).toBe('Scrieți cel mult un caracter');
  expect(say('form.mostCharacters 12')).toBe('Scrieți cel mult 12 caractere');
  expect(say('form.mostCharacters 2000')).toBe('Scrieți cel mult 2.000 de caractere');
  expect(say('form.tooLarge')).toBe('Valoarea este prea mare');
  expect(say('form.badEmail primar')).toBe(`${ro.form.badEmail}: primar`);
  await texts.changeLanguage('en');
  expect(say('form.atLeast -90')).toBe('Write at least -90');
});
