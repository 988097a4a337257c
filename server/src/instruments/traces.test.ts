import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { httpOptions } from '../http/http.fixture.ts';
import { createHttp } from '../http/server.ts';
import { createLogger } from '../process/logging.ts';
import { dataDir, reports } from '../reports/testing/events.ts';
import { aResidentWithCard, event, Record as RecordEvents } from '../telemetry/card-events/card-event.fixture.ts';
import { server, signIn } from '../testing/harness.ts';
import { startTraces } from './trace-export.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** What came to the collector. */
const sent: Sent[] = [];
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    sent.push(body as Sent);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
const lines: string[] = [];
const logger = createLogger('info', { write: (line: string) => void lines.push(line) });

let origin: string;
const closers: (() => Promise<unknown>)[] = [];
let endTraces: () => Promise<void>;

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const address = collector.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test');
  endTraces = startTraces({ sampler: 'parentbased_always_on', ratio: 1, timeoutMs: 3_000 }, () =>
    lines.push('not sent'),
  );
  const app = createHttp(
    httpOptions({
      consoleFolder: dataDir,
      graphql: async (request, reply) => {
        reply.hijack();
        logger.info('An operation came in');
        await server.handle(request.raw, reply.raw, {});
      },
    }),
  );
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => app.close());
});

afterAll(async () => {
  await Promise.all(closers.map((close) => close()));
  await endTraces();
  collector.close();
  vi.unstubAllEnvs();
});

const canary = 'CANARY';

/** Asks as somebody whose proxy has begun the trace. */
async function ask(token: string, traceId: string, query: string, variables: unknown): Promise<unknown> {
  const headers = {
    authorization: `Bearer oidc~${token}`,
    'content-type': 'application/json',
    'x-request-id': `request-${traceId.slice(0, 8)}`,
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  };
  const answer = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  });
  return answer.json();
}

const report = `query ${canary}1($input: ReportInput!) { ${canary}2: report(name: "usage", input: $input) { rows } }`;

it('sends one tree for each request, within the trace of its proxy, and nothing that was typed', async () => {
  const town = await aResidentWithCard();
  const person = await signIn(['local_implementer'], { orgIds: [town.org.id] });
  const traces = { batch: 'a'.repeat(32), search: 'b'.repeat(32), report: 'c'.repeat(32), failure: 'd'.repeat(32) };
  await ask(town.gateway.token, traces.batch, RecordEvents, {
    events: [event(town.container.id, 1), event(canary, 2), event(town.container.id, 3, { serialNumber: canary })],
  });
  await ask(person.token, traces.search, 'query ($text: String!) { search(text: $text) { id } }', { text: canary });
  await ask(person.token, traces.failure, `{ card(id: "${canary}") { ${canary} } }`, {});
  const asked = {
    from: '2026-01-01T00:00:00Z',
    to: '2026-02-01T00:00:00Z',
    groupBy: ['date'],
    metrics: ['event_count'],
  };
  await ask(person.token, traces.report, report, { input: asked });
  await fetch(`${origin}/downloads/${canary}?token=${canary}`);
  await fetch(`${origin}/livez`);
  await endTraces();

  const spans = sent.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((s) => s.spans)),
  );
  expect(JSON.stringify(sent)).not.toContain(canary);
  expect(JSON.stringify(sent[0]?.resourceSpans[0]?.resource)).toMatch(/"test".*"noa"/);
  expect(spans.some(({ name }) => name.includes('livez'))).toBe(false);
  for (const traceId of Object.values(traces)) {
    const tree = spans.filter((span) => span.traceId === traceId);
    const ids = new Set([...tree.map(({ spanId }) => spanId), '00f067aa0ba902b7']);
    const roots = tree.filter(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7');
    expect(roots.map(({ name }) => name)).toEqual(['POST /graphql']);
    expect(tree.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))).toEqual([]);
  }
  const namesOf = (traceId: string) => spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
  expect(namesOf(traces.batch)).toEqual(
    expect.arrayContaining(['mutation recordCardEvents', 'record card_event', 'SELECT', 'WITH', 'INSERT', 'COMMIT']),
  );
  expect(namesOf(traces.search)).toContain('query search');
  expect(namesOf(traces.report)).toEqual(expect.arrayContaining(['query report', 'report usage']));
  const texts = spans.flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'db.query.text'));
  expect(texts.map(({ value }) => value['stringValue'])).toContainEqual(
    expect.stringMatching(/^with seen as materialized \(.*\$1/),
  );
  const logged = lines.map((line) => JSON.parse(line) as { requestId?: string; traceId?: string });
  expect(logged).toContainEqual(expect.objectContaining({ requestId: 'request-aaaaaaaa', traceId: traces.batch }));
  expect(reports.engine.isThere).toBe(true);
});
