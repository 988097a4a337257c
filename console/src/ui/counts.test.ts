import { createInstance, type ResourceLanguage } from 'i18next';
import { expect, it } from 'vitest';

const files = import.meta.glob<ResourceLanguage>('../../public/locales/*/*.json', { import: 'default', eager: true });

const textsOf = (language: string): ResourceLanguage =>
  Object.fromEntries(
    Object.entries(files).flatMap(([file, texts]) => {
      const [, of, space = ''] = /(\w+)\/(\w+)\.json$/.exec(file) ?? [];
      return of === language ? [[space, texts]] : [];
    }),
  );

/** Of what a town or a file may have thousands. */
const counted = [
  ...[
    'accessGroups',
    'apartments',
    'cards',
    'containerGroups',
    'containers',
    'entrances',
    'managers',
    'towerBlocks',
  ].map((kind) => `${kind}:count`),
  ...['apartmentCard', 'auditEntry', 'bulkJob', 'controller', 'importJob'].map((kind) => `common:counts.${kind}`),
  'common:menu.unacknowledged',
  'containerStatus:refreshNews',
  'import:matches.open.title',
  'import:matches.undecided',
  'import:problems.title',
  'import:warnings.title',
  'reports:records.count',
  'reports:records.withheld',
];

it.each([
  ['ro', '12.345', '1.000'],
  ['en', '12,345', '1,000'],
])('thousands are parted where they are counted in words, in %s', async (language, many, litres) => {
  const texts = createInstance();
  const t = await texts.init({ lng: language, resources: { [language]: textsOf(language) } });

  expect(counted.filter((key) => !t(key, { count: 12_345 }).includes(many))).toEqual([]);
  expect(t('cards:events.litres', { litres: 1_000 })).toContain(litres);
});

it('disabled orgs are told as many as they are', async () => {
  const t = await createInstance().init({ lng: 'ro', resources: { ro: textsOf('ro') } });
  const told = (count: number) =>
    ['disabledOrgs.title', 'exclusion.disabled.title'].map((key) => t(`common:${key}`, { count }));

  expect(told(1)).toEqual(['O organizație este dezactivată', 'Organizația este dezactivată']);
  expect(told(2)).toEqual(['2 organizații sunt dezactivate', 'Organizațiile sunt dezactivate']);
  expect(told(20)[0]).toBe('20 de organizații sunt dezactivate');
});
