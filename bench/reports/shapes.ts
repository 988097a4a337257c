import type { ReportGrouping, ReportMetric } from '@noa/domain/reporting/report.ts';

/** One question, as the API takes it. */
export interface Shape {
  readonly title: string;
  readonly report: string;
  readonly groupBy: readonly ReportGrouping[];
  readonly metrics: readonly ReportMetric[];
  /** Of one month and of the biggest org only; of the whole year and all orgs otherwise. */
  readonly isNarrow?: true;
  readonly stream?: string;
  /** The metric it is sorted by, downwards; by its groupings otherwise. */
  readonly sort?: ReportMetric;
  readonly first?: number;
  /** Asked by somebody who may not learn who opened what: groups of few apartments are left out. */
  readonly isSuppressed?: true;
}

const counts = ['event_count', 'total_litres'] as const;

export const shapes: readonly Shape[] = [
  { title: 'usage by month and entrance', report: 'usage', groupBy: ['month', 'entrance'], metrics: counts },
  { title: 'usage by container', report: 'usage', groupBy: ['container'], metrics: counts },
  { title: 'peak load, hour by day of week', report: 'peak-load', groupBy: ['hour', 'day_of_week'], metrics: counts },
  {
    title: 'usage by date, five metrics',
    report: 'usage',
    groupBy: ['date'],
    metrics: [...counts, 'failed_attempt_count', 'unauthorised_count', 'card_blocked_count'],
  },
  { title: 'usage by week', report: 'usage', groupBy: ['week'], metrics: counts },
  { title: 'usage of a month of an org, by date', report: 'usage', groupBy: ['date'], metrics: counts, isNarrow: true },
  {
    title: 'usage of one waste stream, by month',
    report: 'usage',
    groupBy: ['month'],
    metrics: counts,
    stream: 'plastic_metal',
  },
  {
    title: 'apartments by most litres, 50',
    report: 'apartment-usage',
    groupBy: ['apartment', 'waste_stream'],
    metrics: counts,
    sort: 'total_litres',
    first: 50,
  },
  {
    title: 'access failures by container',
    report: 'access-failures',
    groupBy: ['container'],
    metrics: ['failed_attempt_count', 'unauthorised_count', 'failed_attempt_pct'],
  },
  {
    title: 'separate collection by month',
    report: 'separate-collection',
    groupBy: ['month', 'waste_stream'],
    metrics: ['total_litres', 'litres_pct'],
  },
  { title: 'in all, without a grouping', report: 'usage', groupBy: [], metrics: counts },
  {
    title: 'by month and entrance, for a reporter',
    report: 'usage',
    groupBy: ['month', 'entrance'],
    metrics: counts,
    isSuppressed: true,
  },
];

export interface Extent {
  /** What the console calls last year: from midnight to midnight where the town is. */
  readonly year: Period;
  readonly may: Period;
  /** The biggest org. */
  readonly orgId: string;
}

interface Period {
  readonly from: string;
  readonly to: string;
}

/** By the clocks of the towns, Europe/Bucharest; those of the year's events, which are a year in UTC, but for two hours. */
export function extentOf(year: number, orgId: string): Extent {
  const begin = (of: number, month: string, ahead: string) =>
    new Date(`${of}-${month}-01T00:00:00${ahead}`).toISOString();
  return {
    year: { from: begin(year, '01', '+02:00'), to: begin(year + 1, '01', '+02:00') },
    may: { from: begin(year, '05', '+03:00'), to: begin(year, '06', '+03:00') },
    orgId,
  };
}

/** One month of the year is as good as another. */
const periodOf = ({ isNarrow }: Shape, { year, may }: Extent) => (isNarrow ? may : year);

const firstOf = ({ first = 1000 }: Shape): number => first;

/** What the API is asked. */
export function inputOf(shape: Shape, extent: Extent) {
  const { groupBy, metrics, isNarrow, stream, sort } = shape;
  const filters = [
    ...(isNarrow ? [{ field: 'org', operator: 'eq', value: extent.orgId }] : []),
    ...(stream === undefined ? [] : [{ field: 'waste_stream', operator: 'eq', value: stream }]),
  ];
  return {
    ...periodOf(shape, extent),
    groupBy,
    metrics,
    filters,
    sort: sort === undefined ? [] : [{ field: sort, direction: 'desc' }],
    first: firstOf(shape),
  };
}

/** How an engine says a grouping: what it groups by, and how that is shown, `x` being the former. */
type Words = Readonly<Partial<Record<ReportGrouping, { readonly by: string; readonly shown: string }>>>;

const local = `(occurred_at at time zone 'Europe/Bucharest')`;
const sameColumn = (name: string) => ({ by: name, shown: 'x' });
const records = ['container', 'entrance', 'apartment'] as const;

/** Over the event table, as somebody would write it who has nothing but it. */
export const postgresWords: Words = {
  ...Object.fromEntries(records.map((name) => [name, { by: `${name}_id`, shown: 'x::text' }])),
  hour: { by: `extract(hour from ${local})`, shown: 'x::int' },
  day_of_week: { by: `extract(isodow from ${local})`, shown: 'x::int' },
  date: { by: `${local}::date`, shown: 'x::text' },
  week: { by: `date_trunc('week', ${local})`, shown: `to_char(x, 'IYYY-"W"IW')` },
  month: { by: `date_trunc('month', ${local})`, shown: `to_char(x, 'YYYY-MM')` },
  waste_stream: sameColumn('waste_stream'),
};

/** Over the projection, by its keys. */
export const duckdbWords: Words = {
  ...Object.fromEntries(
    records.map((name) => [
      name,
      { by: `${name}_key`, shown: `(select k.id::varchar from ${name}_key k where k.key = card_event.x)` },
    ]),
  ),
  hour: sameColumn('hour'),
  day_of_week: sameColumn('day_of_week'),
  date: { by: 'date', shown: 'x::varchar' },
  week: { by: 'week', shown: `printf('%04d-W%02d', x // 100, x % 100)` },
  month: { by: 'month', shown: `printf('%04d-%02d', x // 100, x % 100)` },
  waste_stream: { by: 'waste_stream', shown: 'x::varchar' },
};

const percent = (part: string, whole: string) => `round(100.0 * ${part} / nullif(${whole}, 0), 1)`;

/** Each metric plainly; `others` are the groupings that a share goes across. */
const figures: Readonly<Partial<Record<ReportMetric, (others: string) => string>>> = {
  event_count: () => 'count(*)',
  total_litres: () => 'sum(litres)',
  failed_attempt_count: () => 'count(*) filter (where failed_attempt)',
  unauthorised_count: () => 'count(*) filter (where unauthorised)',
  card_blocked_count: () => `count(*) filter (where kind = 'card_blocked')`,
  failed_attempt_pct: () =>
    percent(
      'count(*) filter (where failed_attempt)',
      `count(*) filter (where kind not in ('card_blocked', 'card_unblocked', 'card_erased'))`,
    ),
  litres_pct: (others) => percent('sum(litres)', `sum(sum(litres)) over (partition by ${others})`),
};

/** The question in plain SQL, which both engines understand. */
export function sqlOf(shape: Shape, extent: Extent, words: Words): string {
  const { groupBy, metrics, isNarrow, stream, sort, isSuppressed } = shape;
  const { from, to } = periodOf(shape, extent);
  const by = groupBy.map((name) => words[name]?.by ?? name);
  const shown = groupBy.map((name, index) => (words[name]?.shown ?? 'x').replaceAll(/\bx\b/g, by[index] ?? ''));
  const others = by.filter((_, index) => groupBy[index] !== 'waste_stream').join(', ');
  const cells = [...shown, ...metrics.map((name) => figures[name]?.(others) ?? 'null')];
  const order = [
    ...(sort ? [`${groupBy.length + metrics.indexOf(sort) + 1} desc nulls last`] : []),
    ...groupBy.map((_, index) => `${index + 1} nulls last`),
  ];
  const group = (keys: readonly string[]) => (keys.length > 0 ? `group by ${keys.join(', ')}` : '');
  const isSql = words === postgresWords;
  const [type, apartment] = isSql ? ['timestamptz', 'apartment_id'] : ['timestamp', 'apartment_key'];
  const isOfOrg = isSql
    ? `org_id = '${extent.orgId}'`
    : `org_key in (select key from org_key where id = '${extent.orgId}')`;
  return `select ${cells.join(', ')} from card_event
    where occurred_at >= ${type} '${from}' and occurred_at < ${type} '${to}'
    ${isNarrow ? `and ${isOfOrg}` : ''} ${stream === undefined ? '' : `and waste_stream = '${stream}'`}
    ${group(by)} ${isSuppressed ? `having count(distinct ${apartment}) = 0 or count(distinct ${apartment}) >= 5` : ''}
    ${order.length > 0 ? `order by ${order.join(', ')}` : ''}
    limit ${firstOf(shape)}`;
}
