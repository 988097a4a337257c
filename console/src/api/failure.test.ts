import i18next, { createInstance, type TFunction } from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureText, isOutdated } from './failure.ts';

type Texts = { readonly [key: string]: string | Texts };

const files = import.meta.glob<Texts>('../../public/locales/*/*.json', { import: 'default', eager: true });
const languages = ['ro', 'en'] as const;
const resources = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(
      Object.entries(files).flatMap(([path, texts]) =>
        path.includes(`/${language}/`) ? [[path.replace(/^.*\/|\.json$/g, ''), texts]] : [],
      ),
    ),
  ]),
);

/** What the first part of a reason may be that the server gives with a field: each has words somewhere. */
const groups = 'form page restore savedView card cardRequest claimCode alert bulk import mapFile report schedule'.split(
  ' ',
);
const reasonsIn = (texts: Texts) =>
  groups.flatMap((group) =>
    Object.entries(texts[group] ?? {}).flatMap(([key, text]) =>
      typeof text === 'string' && !/_(one|few|many|other)$/.test(key) ? [`${group}.${key}`] : [],
    ),
  );

describe('whether what was to be changed is no longer as it was shown', () => {
  it.each([
    ['Conflict', {}, true],
    ['NotFound', {}, true],
    // The record is there: what one of its fields was to name is not.
    ['NotFound', { managerId: 'form.notFound' }, false],
    ['ValidationFailed', { name: 'form.required' }, false],
  ] as const)('after %s on %j: %s', (code, fields, expected) => {
    expect(isOutdated({ code, fields })).toBe(expected);
  });
});

describe('what is told of a refusal where no field says it', () => {
  const texts = createInstance();
  const { ns = [] } = i18next.options;
  beforeAll(async () => {
    await texts.init({ lng: 'ro', fallbackLng: false, resources, interpolation: { escapeValue: false } });
    i18next.options.ns = Object.keys(resources['ro'] ?? {});
  });
  afterAll(() => {
    i18next.options.ns = ns;
  });
  const told = (t: TFunction, fields: Record<string, string>, extensions = {}) =>
    failureText(t, { messageKey: 'failure.ValidationFailed', status: undefined, fields, extensions });

  it.each(languages)('is why, for every reason that there are words for, in %s', (language) => {
    const t = texts.getFixedT(language);
    const reasons = Object.values(resources[language] ?? {}).flatMap((each) => reasonsIn(each));
    const sort = told(t, {});

    expect(reasons.length).toBeGreaterThan(100);
    expect(reasons.filter((reason) => [sort, reason, ''].includes(told(t, { id: reason })))).toEqual([]);
  });

  it('is each reason once', () => {
    const t = texts.getFixedT('ro');

    expect(told(t, { cardId: 'form.cardAssigned' })).toBe('Cardul este deja al unui apartament');
    expect(told(t, { lat: 'form.required', lng: 'form.required', id: 'alert.isResolved' })).toBe(
      'Completați acest câmp; Incidentul este deja rezolvat',
    );
  });

  it('is from when on it may be asked again, where it was asked too often', () => {
    const t = texts.getFixedT('ro');

    expect(told(t, {}, { retryAt: '2026-11-28T13:05:00Z' })).toMatch(/^Ați cerut prea multe .* după .*2026/);
  });

  it('is how much may be sent at once, where more was', () => {
    const t = texts.getFixedT('en');

    expect(told(t, {}, { bytesAtOnce: 16 * 1024 ** 2 })).toMatch(/more than 16 MB at once/);
  });

  it('is of what sort it is, where there are no words for why', () => {
    expect(told(texts.getFixedT('ro'), { id: 'form.nobodyKnows' })).toBe('Unele valori nu sunt acceptate.');
  });
});
