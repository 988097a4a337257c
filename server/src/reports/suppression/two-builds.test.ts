import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { reportInput } from '@noa/domain/reporting/report-input.ts';
import { nothing, ofOrgs } from '../../database/scope.ts';
import { anOrg } from '../../testing/factories.ts';
import { appUrl, db } from '../../testing/harness.ts';
import type { ReportDefinition } from '../catalogue.ts';
import { listReports } from '../catalogue.ts';
import type { Question } from '../engine/engine.ts';
import { Projection } from '../projection/projection.ts';
import { dataDir, givenEvents, type GivenEvent } from '../testing/events.ts';

const idOf = (...numbers: readonly [kind: number, number: number, within?: number]) =>
  `00000000-0000-4000-8000-${numbers
    .map((each) => String(each).padStart(4, '0'))
    .join('')
    .padEnd(12, '0')}`;

const usage = listReports().find(({ name }) => name === 'usage') as ReportDefinition;

async function aProjection(): Promise<Projection> {
  const projection = new Projection({
    databaseUrl: appUrl,
    dataDir: await mkdtemp(join(dataDir, 'build-')),
    log: { info: () => undefined, warn: () => undefined },
  });
  onTestFinished(() => projection.close());
  return projection;
}

it('what is hidden besides a small rest is the same in every file that is built of the events, in whatever order it met them', async () => {
  const { id: org_id } = await anOrg();
  const [larger, homes] = [32, 7];
  const event = (entrance: number, home: number, day: string): GivenEvent => ({
    org_id,
    occurred_at: `${day}T10:00:00Z`,
    entrance_id: idOf(1, entrance),
    apartment_id: idOf(2, entrance, home),
  });
  const rest = (day: string) => [event(99, 0, day), event(99, 1, day)];
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  // Keys of the first entrance's apartments differ by 32 in this order, and those of others by something else.
  const interleaved = numbers(homes).flatMap((home) => [
    event(0, home, '2026-03-02'),
    ...numbers(larger - 1).map((place) => event(1 + ((place + home) % (larger - 1)), home, '2026-03-02')),
  ]);
  const oneByOne = numbers(larger)
    .toReversed()
    .flatMap((entrance) => numbers(homes).map((home) => event(entrance, home, '2026-02-02')));
  const question: Question = {
    report: usage,
    request: reportInput.parse({
      from: new Date('2026-02-01T00:00:00Z'),
      to: new Date('2026-04-01T00:00:00Z'),
      groupBy: ['entrance'],
      metrics: ['event_count'],
    }),
    reach: { scopes: [ofOrgs([org_id])], seesWho: nothing },
  };
  const [first, second] = [await aProjection(), await aProjection()];
  await givenEvents([...interleaved, ...rest('2026-03-02')]);
  await first.refresh();
  await givenEvents([...oneByOne, ...rest('2026-02-02')]);

  const [before, anew] = [await first.answers(db, question).page(), await second.answers(db, question).page()];

  expect(before.rows).toHaveLength(larger - 1);
  expect(anew.rows).toEqual(before.rows);
});
