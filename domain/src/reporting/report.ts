/** Records that events may be broken down by and that tell of nobody by themselves. */
export const registryGroupings = [
  'org',
  'manager',
  'entrance',
  'tower_block',
  'access_group',
  'container_group',
  'container',
] as const;

/** What events may be broken down by (specification §9); the first eight are times, in the org's zone. */
export const eventGroupings = [
  'hour',
  'day_of_month',
  'day_of_week',
  'day_of_year',
  'week',
  'month',
  'year',
  'date',
  ...registryGroupings,
  'waste_stream',
  'card',
  'apartment',
  'event_kind',
] as const;

/** What a report may be broken down by. */
export const reportGroupings = [...eventGroupings, 'card_kind', 'card_status'] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

/** Groupings that tell who opened what and when. */
export const personalGroupings: readonly ReportGrouping[] = ['card', 'apartment'];

/** Groupings that tell the household of an event: whoever knows it of a single event knows nearly who it was. */
export const householdGroupings = [
  'manager',
  'tower_block',
  'entrance',
  'access_group',
] as const satisfies readonly ReportGrouping[];

export const isHouseholdGrouping = (name: string): name is (typeof householdGroupings)[number] =>
  householdGroupings.some((household) => household === name);

export const reportMetrics = [
  'event_count',
  'total_litres',
  'failed_attempt_count',
  'unauthorised_count',
  'card_blocked_count',
  'litres_pct',
  'failed_attempt_pct',
  'participating_count',
  'participating_pct',
  'card_apartment_count',
  'dormant_apartment_count',
  'total_apartment_count',
  'valid_count',
  'valid_pct',
  'unoccupied_count',
  'unoccupied_pct',
  'unknown_occupier_count',
  'unknown_occupier_pct',
  'one_card_assigned_count',
  'one_card_assigned_pct',
  'total_container_groups',
  'controlled_container_groups_count',
  'controlled_container_groups_pct',
  'container_count',
  'card_count',
  'never_used_count',
  'issued_count',
  'replaced_count',
  'card_unblocked_count',
  'card_erased_count',
  'silent_count',
  'low_battery_count',
  'list_behind_count',
  'open_after_use_count',
  'emptying_count',
  'mean_fill_pct',
  'hours_over_80',
] as const;
export type ReportMetric = (typeof reportMetrics)[number];

/** What a report may be filtered and sorted by. */
export const reportFields = [...reportGroupings, ...reportMetrics] as const;
export type ReportField = (typeof reportFields)[number];

export const isMetric = (field: ReportField): boolean => reportMetrics.some((metric) => metric === field);

export const reportOperators = ['eq', 'in', 'gte', 'lte'] as const;
export type ReportOperator = (typeof reportOperators)[number];

export const reportLimits = {
  /** Years between the first and the last moment of a period. */
  years: 10,
  groupings: 2,
  rows: 10_000,
  /** Runs that one person keeps. */
  keptPerPerson: 1_000,
  /** Of a run that is kept. */
  titleLength: 120,
  defaultRows: 1000,
  /** Apartments in a group, at least, for who may not learn who opened what (domain.md, "Personal data"). */
  smallestGroup: 5,
  filters: 20,
  /** Values of one filter. */
  values: 1000,
} as const;

/** What a report can be taken away as. */
export const exportFormats = ['CSV', 'XLSX'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Languages of files and of e-mail; the console has its own texts under `/locales`. */
export const exportLocales = ['ro', 'en'] as const;
export type ExportLocale = (typeof exportLocales)[number];
