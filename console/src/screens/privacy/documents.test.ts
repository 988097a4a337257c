import { createInstance, type ResourceLanguage, type TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { rolesWith } from '@noa/domain/permissions.ts';
import { orgSettings, orgSettingsLimits, type OrgSettingsValues } from '@noa/domain/org-settings.ts';
import { KeptSentences } from '../settings/kept-sentences.ts';
import { assessmentOf } from './assessment.ts';
import type { PrivacyDocument } from './document.ts';
import { registerOf } from './register.ts';

const files = import.meta.glob<ResourceLanguage[string]>('../../../public/locales/*/{privacy,settings}.json', {
  import: 'default',
  eager: true,
});
const languages = ['ro', 'en'] as const;
const texts: Record<string, TFunction> = {};

beforeAll(async () => {
  for (const language of languages) {
    const namespace = (name: string) => files[`../../../public/locales/${language}/${name}.json`] ?? {};
    texts[language] = await createInstance().init({
      lng: language,
      resources: { [language]: { privacy: namespace('privacy'), settings: namespace('settings') } },
      interpolation: { escapeValue: false },
    });
  }
});

const base: OrgSettingsValues = {
  identityDays: 0,
  payByUse: false,
  identityPurpose: '',
  legalBasis: '',
  eventRetentionMonths: 41,
  personalDataRetentionMonths: 37,
  claimCodeDays: 53,
  silenceWarningHours: 24,
  silenceErrorHours: 72,
  batteryWarningPct: 25,
  batteryErrorPct: 10,
  fillWarningPct: 80,
  fillErrorPct: 95,
  mailDomains: '',
};
const purpose = 'Scopul Bărzilor';
const legalBasis = 'Hotărârea Berzelor 7';

/** Every combination that can be saved, a text that was left behind at 0 days among them. */
const combinations: OrgSettingsValues[] = [0, 1, 2, 19, 20, 89, 90, 91, 365, orgSettingsLimits.identityDays.max]
  .flatMap((identityDays) => [false, true].map((payByUse) => ({ ...base, identityDays, payByUse })))
  .flatMap((each) => ['', purpose].map((identityPurpose) => ({ ...each, identityPurpose })))
  .flatMap((each) => ['', legalBasis].map((basis) => ({ ...each, legalBasis: basis })))
  .flatMap((each) => [
    each,
    {
      ...each,
      eventRetentionMonths: orgSettingsLimits.eventRetentionMonths.min,
      personalDataRetentionMonths: orgSettingsLimits.personalDataRetentionMonths.max,
    },
  ])
  .filter((each) => orgSettings.safeParse(each).success);

const sayings = (document: PrivacyDocument): string[] => [
  document.title,
  document.law,
  document.written,
  ...document.parts.flatMap(({ title, rows = [], lines = [], risks = [] }) => [
    title,
    ...[...rows.flatMap((row) => [{ text: row.term }, ...row.lines]), ...lines].map((line) =>
      'text' in line ? line.text : line.blank,
    ),
    ...risks.flatMap(({ risk, measure }) => [risk, measure]),
  ]),
];

const source = (settings: OrgSettingsValues) => ({
  org: { name: 'Primăria Lunca Mare', addr: '' },
  settings,
  since: '2026-11-20T10:00:00Z',
  now: new Date('2026-11-24T10:00:00Z'),
});

/** What Setări and both documents say of the same settings. */
function said(language: 'ro' | 'en', settings: OrgSettingsValues): Record<string, string[]> {
  const t = texts[language]!;
  return {
    settings: new KeptSentences(t, language, settings).all,
    register: sayings(registerOf(t, language, source(settings))),
    assessment: sayings(assessmentOf(t, language, source(settings))),
  };
}

/** Sentences that are true of one choice alone, by what they are recognised by. */
const claims = {
  ro: {
    keepsNobody:
      /nu se păstrează cine a deschis|cine a deschis un container nu se păstrează|acest lucru nu îl află nimeni|nu spun a cui a fost/i,
    keepsWho:
      /cine a deschis un container se păstrează|se păstrează cine a deschis, |se știe \d|cât timp se păstrează cine a deschis|^cine a deschis: /i,
    paysByUse: /plata după folosire/i,
  },
  en: {
    keepsNobody:
      /who opened (a container )?is not kept|it is not kept who opened|nobody learns that\b|do not say whose/i,
    keepsWho:
      /who opened a container is kept|who opened is kept, |is known for \d|for how long it is kept who|^who opened: /i,
    paysByUse: /pay-by-use/i,
  },
} as const;

/** Who sees apartments, by what is said of it. */
const readers = {
  ro: {
    local_implementer: /^implementatorii organizației/i,
    manager: /administratorii de bloc, pentru scările lor/i,
    local_reporter: /utilizatorii de rapoarte văd adresa/i,
    container_admin: /administratorii de containere, numai adresa/i,
  },
  en: {
    local_implementer: /^implementers of the organisation/i,
    manager: /property administrators, for their entrances/i,
    local_reporter: /reports users see the address/i,
    container_admin: /container administrators the address/i,
  },
} as const;

/** How many days and months a text speaks of. */
const terms = (text: string): string[] =>
  [...text.matchAll(/\b(o|a|one|\d[\d.,]*) (?:de )?(zi|zile|lună|luni|days?|months?)\b/g)].map(([term]) => term);

describe.each(languages)('what is said of settings, in %s', (language) => {
  it.each(combinations)(
    'follows from $identityDays days, pay-by-use $payByUse, purpose "$identityPurpose", basis "$legalBasis", $eventRetentionMonths months',
    (settings) => {
      const { keepsNobody, keepsWho, paysByUse } = claims[language];
      for (const [where, sentences] of Object.entries(said(language, settings))) {
        const claiming = (pattern: RegExp) => sentences.filter((each) => pattern.test(each));
        const isKept = settings.identityDays > 0;

        expect(claiming(isKept ? keepsNobody : keepsWho), where).toEqual([]);
        expect(claiming(isKept ? keepsWho : keepsNobody), where).not.toEqual([]);
        if (!settings.payByUse) {
          expect(claiming(paysByUse), where).toEqual([]);
        } else {
          expect(claiming(paysByUse), where).not.toEqual([]);
        }
        // What is written down of a choice that was given up is not told as if it held.
        const whole = sentences.join('\n');
        expect(whole.includes(purpose), `${where}: purpose`).toBe(isKept && settings.identityPurpose !== '');
        expect(whole.includes(legalBasis), `${where}: basis`).toBe(isKept && settings.legalBasis !== '');
        expect(whole).not.toMatch(/\{\{|undefined|NaN|privacy:|settings:/);
      }
    },
  );

  it('names every role that reads apartments among those who see them', () => {
    const { register } = said(language, base);
    const roles = rolesWith('apartment:read').filter((role) => role in readers[language]);
    expect(roles).toHaveLength(4); // root has no bounds, and residents read their own

    for (const role of roles) {
      expect(
        register?.some((each) => readers[language][role as keyof typeof readers.ro].test(each)),
        role,
      ).toBe(true);
    }
  });

  it('speaks of no term but those of the settings, and of the fixed ones', () => {
    const t = texts[language]!;
    const unit = (name: 'days' | 'months', count: number) =>
      t(`settings:units.${name}`, {
        count,
        value: new Intl.NumberFormat(language, { useGrouping: 'always' }).format(count),
      });
    for (const settings of combinations) {
      const allowed = new Set([
        unit('days', settings.identityDays),
        unit('days', Math.max(90, settings.identityDays)),
        unit('months', settings.eventRetentionMonths),
        unit('months', settings.personalDataRetentionMonths),
        unit('days', settings.claimCodeDays),
        unit('days', 1), // a month is closed a day after its end
        language === 'ro' ? 'o lună' : 'a month',
        ...(language === 'ro' ? [] : ['A day', 'a day', 'one day']),
      ]);
      const strays = Object.values(said(language, settings))
        .flat()
        .filter((text) => !text.includes(purpose) && !text.includes(legalBasis))
        .flatMap(terms)
        .filter((term) => !allowed.has(term));
      expect([...new Set(strays)], JSON.stringify(settings)).toEqual([]);
    }
  });
});

describe('what a change comes to', () => {
  const changes = (saved: Partial<OrgSettingsValues>, edited: Partial<OrgSettingsValues>) =>
    new KeptSentences(texts['ro']!, 'ro', { ...base, ...edited }).changesFrom({ ...base, ...saved });

  it('is that who opened is deleted, when the days become fewer', () => {
    expect(changes({ identityDays: 90 }, { identityDays: 7 })).toEqual([
      'Cine a deschis containere cu mai mult de 7 zile în urmă se șterge în cel mult o oră și nu mai poate fi adus înapoi.',
    ]);
    expect(changes({ identityDays: 90 }, { identityDays: 0 })).toEqual([
      'Cine a deschis containere până acum se șterge în cel mult o oră și nu mai poate fi adus înapoi.',
    ]);
  });

  it('is nothing when nothing changes, and while a field is empty', () => {
    expect(changes({}, {})).toEqual([]);
    expect(changes({ identityDays: 90 }, { identityDays: '' as unknown as number })).toEqual([]);
  });

  it('names the months that become fewer', () => {
    expect(changes({}, { eventRetentionMonths: 12, personalDataRetentionMonths: 6 })).toEqual([
      expect.stringContaining('12 luni'),
      expect.stringContaining('6 luni'),
    ]);
  });
});

it('there are combinations of each choice', () => {
  expect(combinations.filter(({ identityDays }) => identityDays === 0).length).toBeGreaterThan(3);
  expect(combinations.filter(({ payByUse }) => payByUse).length).toBeGreaterThan(10);
  expect(combinations.filter(({ identityDays, payByUse }) => identityDays > 0 && !payByUse).length).toBeGreaterThan(5);
});
