import { reportLimits, type ReportField } from '@noa/domain/reporting/report.ts';
import { orgSettingsLimits } from '@noa/domain/org-settings.ts';
import type { Db } from '../../database/database.ts';
import { everything } from '../../database/scope.ts';
import type { ReportDefinition } from '../catalogue.ts';
import type { Question } from '../query/count.ts';
import { eventRows } from '../projection/asking/event-rows.ts';
import { findWhoKnownFrom } from './forgotten-use.ts';
import type { EventFacts, FactsAsked, SeenContainer, OpenedAfterUse } from './facts.ts';
import { filterCondition } from '../query/filter.ts';
import { groupings, isGrouping } from '../query/groupings.ts';
import { needsWho } from '../query/metrics.ts';
import { reportsOf } from '../reports.ts';

export const noEventFacts: EventFacts = { used: [], opened: [], lastSeen: [], whoKnownFrom: null };

const hourMs = 3_600_000;

/** Whether a report of apartments tells which of them used a container in the period. */
export const tellsUse = ({ counts, reportedBy }: ReportDefinition): boolean =>
  counts === 'apartments' && reportedBy === 'card_event';

/** What the figures that are asked for need of the events; what none of them needs is not looked for. */
export async function findEventFacts(
  db: Db,
  question: Question,
  { at, isPast }: Pick<FactsAsked, 'at' | 'isPast'>,
): Promise<EventFacts> {
  const { metrics, filters } = question.request;
  const asked = new Set<ReportField>([...metrics, ...filters.map(({ field }) => field)]);
  const needsUse = [...asked].some((field) => !isGrouping(field) && needsWho(field));
  // Apartments are asked of the period, cards ever since.
  const usedBy = tellsUse(question.report) ? 'apartment_id' : needsUse ? 'card_id' : null;
  const needsOpened = asked.has('open_after_use_count');
  const needsLastSeen = isPast && asked.has('silent_count');
  if (!usedBy && !needsOpened && !needsLastSeen) {
    return noEventFacts;
  }
  await reportsOf(db).projection.refresh();
  const used = usedBy ? await listUsed(db, question, usedBy) : [];
  return {
    used,
    // Asked after it: what was forgotten before the list was made is noted by now.
    whoKnownFrom: await findWhoKnownFrom(db, question),
    opened: needsOpened ? await listOpened(db, question) : [],
    lastSeen: needsLastSeen ? await listLastSeen(db, question, at) : [],
  };
}

/** Ids of those that used a container. */
async function listUsed(db: Db, { reach, request }: Question, column: 'apartment_id' | 'card_id'): Promise<string[]> {
  // Who used is asked for all: groups that are too small are left out where they are counted.
  const all = { ...reach, seesWho: everything };
  const period = { from: column === 'card_id' ? new Date(0) : request.from, to: request.to };
  const { where, params } = eventRows(all, period);
  const found = await reportsOf(db).projection.query(
    `select distinct ${column}::varchar from card_event
    where ${where.join(' and ')} and ${column} is not null and kind in ('access_granted', 'full_use', 'open_after_use')`,
    params.values,
  );
  return found.map(([id]) => String(id));
}

/**
 * What was left open after use in the period. Where the caller may not learn who opened what, the openings of a group of the
 * report are left out as those of a group of events would be.
 */
async function listOpened(db: Db, { reach, request }: Question): Promise<OpenedAfterUse[]> {
  const { where, params, suppressible } = eventRows(reach, request);
  const filters = request.filters.flatMap((filter, index) =>
    isGrouping(filter.field)
      ? [filterCondition(groupings[filter.field].column, filter, params, `filters.${index}`)]
      : [],
  );
  const keys = request.groupBy.map((name) => groupings[name].column);
  const apart = suppressible ? `count(distinct case when ${suppressible} then apartment_id end)` : 'max(0)';
  const same = keys.map((key) => `g.${key} is not distinct from e.${key}`).join(' and ');
  const found = await reportsOf(db).projection.query(
    `with e as (
      select * from card_event where ${[...where, ...filters, `kind = 'open_after_use'`].join(' and ')}
    ), g as (
      select ${[...keys, `${apart} as apart`].join(', ')} from e ${keys.length > 0 ? `group by ${keys.join(', ')}` : ''}
    )
    select e.org_id::varchar, e.container_group_id::varchar, e.container_id::varchar, e.waste_stream::varchar,
      count(*)::integer
    from e join g on ${same || 'true'}
    where g.apart = 0 or g.apart >= ${reportLimits.smallestGroup}
    group by all`,
    params.values,
  );
  const text = (cell: unknown) => (typeof cell === 'string' ? cell : null);
  return found.map(([orgId, containerGroupId, containerId, wasteStream, count]) => ({
    orgId: String(orgId),
    containerGroupId: text(containerGroupId),
    containerId: text(containerId),
    wasteStream: text(wasteStream),
    count: Number(count),
  }));
}

/** When the newest event of each container happened before the moment, within the longest silence that an org may allow. */
async function listLastSeen(db: Db, { reach }: Question, at: Date): Promise<SeenContainer[]> {
  const longest = orgSettingsLimits.silenceWarningHours.max * hourMs;
  const period = { from: new Date(at.getTime() - longest), to: new Date(at.getTime() + 1) };
  const { where, params } = eventRows({ ...reach, seesWho: everything }, period);
  const found = await reportsOf(db).projection.query(
    `select container_id::varchar, epoch_ms(max(occurred_at))::double from card_event
    where ${[...where, 'container_id is not null'].join(' and ')} group by 1`,
    params.values,
  );
  return found.map(([containerId, ms]) => ({ containerId: String(containerId), at: new Date(Number(ms)) }));
}
