import { describe, expect, it } from 'vitest';
import { reportInput } from '@noa/domain/reporting/report-input.ts';
import { boundDatabase } from '../../database/connection/statement-bounds.ts';
import { everything } from '../../database/scope.ts';
import { RequestBounds } from '../../request/request-bounds.ts';
import { anOrg } from '../../testing/factories.ts';
import { db } from '../../testing/harness.ts';
import { findReport, type ReportDefinition } from '../catalogue.ts';
import type { EventAnswers } from '../engine/engine.ts';
import { fileFigure, filePlan } from '../records/record-columns.ts';
import { allMetrics, always, givenEvents, reports } from '../testing/events.ts';

const { projection } = reports;
const org = await anOrg();
await projection.refresh();

const endless = 'select count(*) from range(1000000000) a, range(1000000000) b';

it('a long question is left by whoever goes: what they asked for runs no further, and whoever waits may go as well', async () => {
  const begin = () => {
    const leaving = new AbortController();
    const answer = projection.inSnapshot((_query, stream) => stream(endless, []), leaving.signal).next();
    return { leave: () => leaving.abort(), answer };
  };
  const asked = Array.from({ length: 5 }, begin); // more than run at once

  for (const { leave, answer } of asked.toReversed()) {
    leave();
    await expect(answer).rejects.toThrow();
  }

  const { value } = await projection.inSnapshot((_query, stream) => stream('select 1::integer', [])).next();
  expect(value).toEqual([[1]]);
});

describe('a report whose reader has gone', () => {
  const question = {
    report: findReport('usage') as ReportDefinition,
    request: reportInput.parse({
      ...always,
      from: new Date(always.from),
      to: new Date(always.to),
      groupBy: [],
      metrics: allMetrics,
    }),
    reach: { scopes: [everything], seesWho: everything },
  } as const;
  const facts = { usedBy: null, opened: false, lastSeenAt: null };
  const ways: Readonly<Record<string, (answers: EventAnswers) => Promise<unknown>>> = {
    'its figures': (answers) => answers.page(),
    'its records': async (answers) =>
      (await answers.records()).page(
        fileFigure(question.report),
        filePlan(question.report, { told: [], columns: [] }, { first: 1, after: '' }),
      ),
    'who used containers': (answers) => answers.facts({ ...facts, usedBy: 'card' }),
    'what was left open': (answers) => answers.facts({ ...facts, opened: true }),
    'who was heard': (answers) => answers.facts({ ...facts, lastSeenAt: new Date() }),
    'events by container': (answers) => answers.countByContainer(),
  };

  it.each(Object.keys(ways))('ends, running or waiting, and takes no place from others: %s', async (way) => {
    await givenEvents([{ org_id: org.id }]); // which are taken in while the others run
    const leaving = new AbortController();
    const asMany = Array.from({ length: 4 }, () => projection.query(endless, [], leaving.signal)); // as run at once
    const running = Promise.allSettled(asMany);
    const client = new AbortController();
    const bounds = new RequestBounds({ name: 'ana', isGateway: false }, client.signal);
    const waiting = ways[way]?.(reports.engine.answers(boundDatabase(db, bounds), question));

    client.abort();
    await expect(waiting).rejects.toThrow('The client has gone');

    const gone = new Error('All have gone');
    leaving.abort(gone);
    expect(await running).toEqual(asMany.map(() => ({ status: 'rejected', reason: gone })));
    expect(await projection.query('select 1::integer', [])).toEqual([[1]]);
  });
});
