import type { Client } from '../client.ts';
import type { Decision } from './lock.ts';
import type { Finding } from './verdict.ts';

/** What the report says of a container, and what a recount comes to. */
export interface Counts {
  readonly events: number;
  readonly litres: number;
  readonly failed: number;
}

const none: Counts = { events: 0, litres: 0, failed: 0 };

/** What is to be counted of each container for what was decided at it. */
export function countsOf(decisions: readonly Decision[]): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const { containerId, litres, granted } of decisions) {
    const sum = counts.get(containerId) ?? none;
    counts.set(containerId, {
      events: sum.events + 1,
      litres: sum.litres + litres,
      failed: sum.failed + Number(!granted),
    });
  }
  return counts;
}

/** A period of reports, half open. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Long enough for the wildest clock that is believed. To be kept: a period that moved on would lose what is older. */
export const periodAround = (now: number): Period => ({
  from: new Date(now - 60 * 86_400_000).toISOString(),
  to: new Date(now + 86_400_000).toISOString(),
});

/** What the usage report says of every container of an org. */
export async function usageByContainer(root: Client, orgId: string, period: Period): Promise<Map<string, Counts>> {
  const input = {
    ...period,
    groupBy: ['container'],
    metrics: ['event_count', 'total_litres', 'failed_attempt_count'],
    filters: [{ field: 'org', operator: 'eq', value: orgId }],
    first: 10_000,
  };
  const { report } = await root.run<{ report: { rows: [string, number, number, number][] } }>(
    'query ($input: ReportInput!) { report(name: "usage", input: $input) { rows } }',
    { input },
  );
  return new Map(report.rows.map(([container, events, litres, failed]) => [container, { events, litres, failed }]));
}

/** What the report has come to say since `before`, against what was sent. */
export function compareUsage(
  before: ReadonlyMap<string, Counts>,
  after: ReadonlyMap<string, Counts>,
  sent: ReadonlyMap<string, Counts>,
): Finding {
  const total = [...sent.values()].reduce(
    (sum, { events, litres }) => ({ events: sum.events + events, litres: sum.litres + litres }),
    {
      events: 0,
      litres: 0,
    },
  );
  const differences = [...sent].flatMap(([container, due]) => {
    const [was, is] = [before.get(container) ?? none, after.get(container) ?? none];
    return (['events', 'litres', 'failed'] as const)
      .filter((figure) => is[figure] - was[figure] !== due[figure])
      .map(
        (figure) => `container ${container}: ${is[figure] - was[figure]} ${figure} in the report, ${due[figure]} sent`,
      );
  });
  return {
    title: `${total.events.toLocaleString('en')} events and ${total.litres.toLocaleString('en')} litres in the usage report, container by container`,
    differences,
  };
}
