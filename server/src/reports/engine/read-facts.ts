import { orgSettingsLimits } from '@noa/domain/org-settings.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import type { EventFacts } from '../facts/facts.ts';
import type { Cell } from './cell.ts';
import type { EventFactsAsked, Question } from './engine.ts';

const hourMs = 3_600_000;

type Period = Pick<ReportRequest, 'from' | 'to'>;
type Rows = Promise<readonly Cell[][]>;

/** What an engine finds of its events. Who used is asked for all: groups that are too small are left out where they are counted. */
interface FactRows {
  /** Ids of those that used a container. */
  readonly used: (by: 'apartment' | 'card', period: Period) => Rows;
  /**
   * What was left open after use, by org, container group, container and waste stream, with how often. Where the caller may not learn who
   * opened what, the openings of a group of the report are left out as those of a group of events would be.
   */
  readonly opened: () => Rows;
  /** Containers, and when the newest event of each happened, in milliseconds since 1970. */
  readonly lastSeen: (period: Period) => Rows;
}

/** Reads the facts that are asked for; nothing else is looked for. */
export async function readFacts(
  { usedBy, opened, lastSeenAt }: EventFactsAsked,
  { request }: Question,
  rows: FactRows,
): Promise<Pick<EventFacts, 'used' | 'opened' | 'lastSeen'>> {
  const since = usedBy === 'card' ? new Date(0) : request.from;
  const used = usedBy ? await rows.used(usedBy, { from: since, to: request.to }) : [];
  const left = opened ? await rows.opened() : [];
  const seen = lastSeenAt ? await rows.lastSeen(silenceBefore(lastSeenAt)) : [];
  return {
    used: used.map(([id]) => String(id)),
    opened: left.map(([orgId, containerGroupId, containerId, wasteStream, count]) => ({
      orgId: String(orgId),
      containerGroupId: textOf(containerGroupId),
      containerId: textOf(containerId),
      wasteStream: textOf(wasteStream),
      count: Number(count),
    })),
    lastSeen: seen.map(([id, ms]) => ({ containerId: String(id), at: new Date(Number(ms)) })),
  };
}

const textOf = (cell: Cell | undefined) => (typeof cell === 'string' ? cell : null);

/** The longest silence that an org may allow, before a moment. */
const silenceBefore = (at: Date): Period => ({
  from: new Date(at.getTime() - orgSettingsLimits.silenceWarningHours.max * hourMs),
  to: new Date(at.getTime() + 1),
});
