import { expect, it } from 'vitest';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asOwner, onNotice, signIn } from '../../testing/harness.ts';
import { stepsOf, watchPlans } from '../../testing/plans.ts';
import { rounds } from '../../testing/rounds.ts';

const History = `{ containers(first: 10) { nodes { readingHistory { readings { at pct } emptyings } } } }`;

/** Updates of another container of the same org, and of the same months. */
const others = rounds(10_000, 50_000);
/** Updates of the container that is asked for: an hourly one for a month, and for a year before. */
const [recent, older] = [720, 8_760];

const tell = (orgId: string, containerId: string, count: number, everyMinutes: number, from = '0 days') => `
  insert into status_update (org_id, container_id, kind, level, value, occurred_at)
  select '${orgId}', '${containerId}', 'fill_level_pct', 'ok', n % 100, now() - interval '${from}' - n * interval '${everyMinutes} minutes'
  from generate_series(1, ${count}) n`;

it('reads what was told of the containers that are asked for in these days, and nothing beside it', async () => {
  await watchPlans();
  const [org, other] = [await anOrg(), await anOrg()];
  const asked = await aContainer({ org_id: org.id });
  const beside = await aContainer({ org_id: other.id });
  await asOwner(
    `select ensure_month('status_update', (now() - n * interval '1 month')::date) from generate_series(0, 13) n`,
    tell(org.id, asked.id, recent, 60),
    tell(org.id, asked.id, older, 60, '30 days'),
    tell(other.id, beside.id, others, 10),
    'analyze status_update',
  );
  const reader = await signIn(['local_reporter'], { orgIds: [org.id] });

  // A plan is told when its transaction ends, which an answer does not wait for.
  const isTold = new Promise<void>((resolve) => {
    onNotice(({ message }) => message?.includes('findReadingHistories') && resolve());
  });

  const steps = await stepsOf(async () => {
    const { data } = await reader.run(History);
    const [history] = data.containers.nodes;
    expect(history.readingHistory.readings.length).toBeGreaterThan(100);
    expect(history.readingHistory.readings.length).toBeLessThan(200);
    await isTold;
  });

  const [looked, ...more] = [...steps].filter(([statement]) => statement.includes('status_update'));
  expect(more).toEqual([]);
  expect(looked?.[1].runs).toBe(1);
  expect(looked?.[1].plan).toMatch(/Index/);
  // Each of its readings passes a handful of nodes: looked up, cut into spans, ranked thrice, kept.
  expect(looked?.[1].steps).toBeLessThan(recent * 15);
});
