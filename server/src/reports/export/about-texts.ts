import type { ExportLocale, ReportOperator } from '@noa/domain/report.ts';

interface AboutTexts {
  /** Of the sheet; 31 signs at most. */
  readonly sheet: string;
  readonly report: string;
  readonly contents: string;
  readonly figures: string;
  readonly records: string;
  readonly from: string;
  readonly to: string;
  readonly timeZones: string;
  readonly groupings: string;
  readonly filter: string;
  readonly operators: Readonly<Record<ReportOperator, string>>;
  readonly none: string;
  readonly freshAsOf: { readonly events: string; readonly registry: string };
  readonly completeness: string;
  readonly containersPct: string;
  readonly reportsPct: string;
  /** In place of percentages: nothing of it comes from locks. */
  readonly ofRegistry: string;
  readonly withoutContainers: string;
  readonly smallGroups: string;
  readonly leftOut: (least: number) => string;
  readonly noneLeftOut: string;
  readonly madeBy: string;
  readonly madeAt: string;
  readonly estimate: readonly [title: string, text: string];
  readonly neverUsed: readonly [title: string, text: string];
}

export const aboutTexts: Readonly<Record<ExportLocale, AboutTexts>> = {
  ro: {
    sheet: 'Despre raport',
    report: 'Raport',
    contents: 'Conținut',
    figures: 'cifrele raportului',
    records: 'fiecare înregistrare pe care o numără raportul',
    from: 'De la',
    to: 'Până la (fără acest moment)',
    timeZones: 'Fusul orar',
    groupings: 'Grupat după',
    filter: 'Filtru',
    operators: { eq: 'este', in: 'este', gte: 'cel puțin', lte: 'cel mult' },
    none: '(niciunul)',
    freshAsOf: { events: 'Cuprinde tot ce s-a înregistrat până la', registry: 'Registrul, așa cum era la' },
    completeness: 'Completitudine, %',
    containersPct: 'Containere care au dat semn în perioadă, %',
    reportsPct: 'Din rapoartele încuietorilor au ajuns, %',
    ofRegistry: '(nu se aplică: cifrele sunt din registru)',
    withoutContainers: '(nu a fost niciun container în perioadă)',
    smallGroups: 'Grupuri ascunse',
    leftOut: (least) => `Unde nu se poate afla cine a deschis, lipsesc grupurile cu mai puțin de ${least} apartamente.`,
    noneLeftOut: '(niciunul)',
    madeBy: 'Făcut de',
    madeAt: 'Făcut la',
    estimate: ['Litri', 'Litrii sunt o estimare: deschideri înmulțite cu volumul tamburului.'],
    neverUsed: [
      'Nefolosite niciodată',
      'Sunt și carduri folosite demult: după termenul organizației, din utilizări se șterge cardul.',
    ],
  },
  en: {
    sheet: 'About this report',
    report: 'Report',
    contents: 'Contents',
    figures: 'the figures of the report',
    records: 'every record that the report counts',
    from: 'From',
    to: 'Until (without this moment)',
    timeZones: 'Time zone',
    groupings: 'Grouped by',
    filter: 'Filtered by',
    operators: { eq: 'is', in: 'is', gte: 'at least', lte: 'at most' },
    none: '(nothing)',
    freshAsOf: { events: 'Holds all that was recorded until', registry: 'The registry as it was at' },
    completeness: 'Completeness, %',
    containersPct: 'Containers heard from in the period, %',
    reportsPct: 'Of what locks reported arrived, %',
    ofRegistry: '(does not apply: the figures are of the registry)',
    withoutContainers: '(there was no container in the period)',
    smallGroups: 'Hidden groups',
    leftOut: (least) =>
      `Where it may not be learned who opened, groups of fewer than ${least} apartments are left out.`,
    noneLeftOut: '(nothing)',
    madeBy: 'Made by',
    madeAt: 'Made at',
    estimate: ['Litres', 'Litres are an estimate: openings times the volume of the drum.'],
    neverUsed: [
      'Never used',
      'Some may have been used long ago: after the term of the organisation, uses forget their card.',
    ],
  },
};
