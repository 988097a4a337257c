import { sql, type SqlBool } from 'kysely';
import type { ReportField } from '@noa/domain/reporting/report.ts';
import { getRow } from '../database/statements.ts';
import type { Db, Tx } from '../database/database.ts';
import { allOf, inScope, type Condition } from '../records/record.ts';
import { read } from '../database/transaction.ts';
import { containers } from '../registry/containers/container.queries.ts';
import { saidByLock } from '../telemetry/status-updates/status-update.queries.ts';
import type { ReportedBy } from './catalogue.ts';
import type { Question } from './engine/engine.ts';
import { reportsOf } from './reports.ts';

/** Percentages with one decimal, rounded down: nothing is whole while something is missing. */
export interface Completeness {
  /** Of what there was to be known, as far as can be told: both shares below at once. */
  readonly pct: number;
  /** Of the containers that were there in the period, those seen in it. */
  readonly containersPct: number;
  /** Of what locks reported in the period and what they are known to have failed to deliver, what arrived. */
  readonly reportsPct: number;
}

/** Gaps that are placed in time; beyond them only the largest are. */
const mostGaps = 1000;

/** By what containers can be told apart; the other filters say nothing of what never arrived. */
const ofContainers: readonly ReportField[] = ['org', 'container_group', 'container', 'waste_stream'];

/**
 * How much of what locks had to tell the figures rest on (domain.md, "Reports"): the share of containers seen, times the
 * share of reports that arrived.
 *
 * - *Seen*: any card event, or status update of its lock, happened in the period.
 * - *Missing* are numbers between others that arrived (`card_event_receipt`). When they happened is not known: they are spread
 *   evenly over the time between their neighbours. What a lock has not delivered after its last report is not known to be
 *   missing; its silence shows in the first share.
 *
 * @returns null for a report that rests on the registry alone, and where there is no container.
 */
export async function findCompleteness(db: Db, question: Question): Promise<Completeness | null> {
  const { report, reach } = question;
  const { reportedBy } = report;
  if (!reportedBy) {
    return null;
  }
  const events = await countEvents(db, question);
  const found = await read(db, reach.scopes[0], (tx) => weigh(tx, question, reportedBy, [...events.keys()]));
  if (found.containers === 0) {
    return null;
  }
  const received =
    reportedBy === 'card_event' ? [...events.values()].reduce((sum, each) => sum + each, 0) : found.received;
  const seen = found.seen / found.containers;
  const arrived = received + found.missing === 0 ? 1 : received / (received + found.missing);
  return { pct: percent(seen * arrived), containersPct: percent(seen), reportsPct: percent(arrived) };
}

const percent = (share: number) => Math.floor(share * 1000 + 1e-9) / 10;

/** Card events of the period by container. */
function countEvents(db: Db, question: Question): Promise<ReadonlyMap<string, number>> {
  const { request } = question;
  const filters = request.filters.filter(({ field }) => ofContainers.includes(field));
  return reportsOf(db)
    .engine.answers(db, { ...question, request: { ...request, filters } })
    .countByContainer();
}

interface Weights {
  readonly containers: number;
  readonly seen: number;
  /** Status updates that arrived; card events are counted by their engine. */
  readonly received: number;
  readonly missing: number;
}

/** What one report is called in each of the two tables. */
const tables = {
  card_event: { receipt: 'card_event_receipt', number: 'event_number' },
  status_update: { receipt: 'status_update_receipt', number: 'update_number' },
} as const;

async function weigh(
  tx: Tx,
  question: Question,
  reportedBy: ReportedBy,
  seenByEvents: readonly string[],
): Promise<Weights> {
  const { request, reach } = question;
  const { from, to } = request;
  const { receipt, number } = tables[reportedBy];
  const conditions = [...reach.scopes.map((scope) => inScope(containers, scope)), ...filtersOf(question)];
  const neighbour = (at: 'first' | 'last', step: -1 | 1) => {
    const told = sql`${sql.ref(`g.${at}`)} + ${sql.lit(step)}`;
    const ofGap = (of: string) =>
      sql`${sql.ref(`${of}.org_id`)} = g.org_id and ${sql.ref(`${of}.container_id`)} = g.container_id and ${sql.ref(`${of}.boot_number`)} = g.boot_number`;
    // A gap lies between runs; those of months outside the database are noted (decision 97).
    const end = at === 'first' ? 'last' : 'first';
    const inFile = sql`(select r.${sql.ref(`${end}_at`)} from cold_run r where ${ofGap('r')} and r.${sql.ref(end)} = ${told} limit 1)`;
    const here = sql`(select e.occurred_at from ${sql.table(reportedBy)} e where ${ofGap('e')} and e.${sql.ref(number)} = ${told} limit 1)`;
    return reportedBy === 'card_event' ? sql`coalesce(${here}, ${inFile})` : here;
  };
  return getRow<Weights>(tx)`
    with c as materialized (
      select distinct r.org_id, r.id from container_version r
      where (r.valid_from < ${to} and r.valid_to > ${from} or r.id = any(${seenByEvents}::uuid[]))
        and ${allOf(conditions)}),
    gap as (
      select p.org_id, p.container_id, p.boot_number, lower(piece) as first, upper(piece) - 1 as last
      from c
      join ${sql.table(receipt)} p on p.org_id = c.org_id and p.container_id = c.id,
        unnest(int8multirange(int8range(1, upper(p.received))) - p.received) as piece
      where not isempty(p.received)
      order by upper(piece) - lower(piece) desc limit ${mostGaps}),
    placed as (
      select missing, least(coalesce(since, until), until) as since, until
      from (
        select (g.last - g.first + 1)::float8 as missing, ${neighbour('first', -1)} as since, ${neighbour('last', 1)} as until
        from gap g) n
      where until is not null)
    select
      (select count(*) from c)::int as containers,
      (select count(*) from c where c.id = any(${seenByEvents}::uuid[]) or exists (
        select from status_update u
        where u.org_id = c.org_id and u.container_id = c.id and u.occurred_at >= ${from} and u.occurred_at < ${to}
          and ${saidByLock('u')}))::int as seen,
      ${reportedBy === 'card_event' ? sql`0` : receivedUpdates(from, to)} as received,
      (select coalesce(sum(missing * case
          when until = since then (since >= ${from} and since < ${to})::int
          else extract(epoch from greatest(least(until, ${to}::timestamptz) - greatest(since, ${from}::timestamptz), '0'))
            / extract(epoch from until - since) end), 0)
        from placed)::float8 as missing`;
}

const receivedUpdates = (from: Date, to: Date) => sql`(
  select count(*) from c
  join status_update u on u.org_id = c.org_id and u.container_id = c.id
  where u.occurred_at >= ${from} and u.occurred_at < ${to} and u.update_number is not null)::float8`;

const columns = {
  org: 'org_id',
  container_group: 'container_group_id',
  container: 'id',
  waste_stream: 'waste_stream',
} as const;

/** The report's filters, as far as they choose containers. */
const filtersOf = ({ request: { filters } }: Question): Condition[] =>
  filters.flatMap(({ field, value }) => {
    const column = Object.hasOwn(columns, field) ? columns[field as keyof typeof columns] : undefined;
    const values = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
    return column ? [sql<SqlBool>`${sql.ref(`r.${column}`)}::text = any(${values}::text[])`] : [];
  });
