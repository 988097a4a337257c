/** What reports are about, in the order in which they are listed. */
const themes = {
  use: ['usage', 'apartment-usage', 'separate-collection', 'participation', 'peak-load', 'dormant-apartments'],
  access: ['access-failures'],
  registry: ['registration-coverage', 'card-lifecycle', 'controlled-coverage'],
  fleet: ['fleet-health', 'emptyings'],
} as const;

export type Theme = keyof typeof themes | 'other';

/** Reports by what they are about; themes without reports are left out, and what belongs to none comes last. */
export function byTheme<Report extends { name: string }>(reports: readonly Report[]) {
  const names = Object.entries(themes) as [keyof typeof themes, readonly string[]][];
  const known = new Set(names.flatMap(([, each]) => each));
  return [
    ...names.map(([theme, each]) => ({ theme, reports: reports.filter(({ name }) => each.includes(name)) })),
    { theme: 'other' as const, reports: reports.filter(({ name }) => !known.has(name)) },
  ].filter((themed) => themed.reports.length > 0);
}
