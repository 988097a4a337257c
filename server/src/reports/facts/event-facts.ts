import type { ReportField } from '@noa/domain/reporting/report.ts';
import type { Db } from '../../database/database.ts';
import type { ReportDefinition } from '../catalogue.ts';
import type { Question } from '../engine/engine.ts';
import { isGrouping } from '../query/groupings.ts';
import { needsWho } from '../query/metrics.ts';
import { reportsOf } from '../reports.ts';
import type { EventFacts, FactsAsked } from './facts.ts';
import { findForgetfulOrgs, knownFromOf } from './forgotten-use.ts';
import { findMonthUse } from './month-use.ts';

const noEventFacts: EventFacts = {
  used: [],
  opened: [],
  lastSeen: [],
  whoKnownFrom: null,
  unknownOrgs: [],
  closed: [],
  receivedUntil: null,
};

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
  const usedBy = tellsUse(question.report) ? 'apartment' : needsUse ? 'card' : null;
  const opened = asked.has('open_after_use_count');
  const lastSeenAt = isPast && asked.has('silent_count') ? at : null;
  if (!usedBy && !opened && !lastSeenAt) {
    return noEventFacts;
  }
  const facts = await reportsOf(db).engine.answers(db, question).facts({ usedBy, opened, lastSeenAt });
  // Asked after it: what was forgotten before the lists were made is noted by now.
  const forgetful = await findForgetfulOrgs(db, question);
  const { used, closed, receivedUntil, untold } = await findMonthUse(db, question, forgetful, at);
  return {
    ...facts,
    used: [...new Set([...facts.used, ...used])],
    closed,
    receivedUntil,
    whoKnownFrom: knownFromOf(untold),
    unknownOrgs: untold.map(({ orgId }) => orgId),
  };
}
