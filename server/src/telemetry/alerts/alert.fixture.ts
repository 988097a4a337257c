import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, onTestFinished } from 'vitest';
import type { Db } from '../../database/database.ts';
import { mailing } from '../../mail/mailing.ts';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { asSystem, db, keyring, signIn, type Caller } from '../../testing/harness.ts';
import { deliverNext } from './deliver.ts';
import { evaluateNext } from './evaluate.ts';

/** A call that a receiver got. */
export interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A webhook's receiver on loopback, which answers 204 unless told otherwise. */
export async function aReceiver(answer: (call: Call) => number = () => 204) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = { headers: request.headers, body };
      calls.push(call);
      const status = answer(call);
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/noa`, calls };
}

export const ruleFields = `id name condition readingKind level threshold minutes recipients locale webhookUrl escalateMinutes escalateTo
  active`;
export const incidentFields = `id ruleName condition state openedAt acknowledgedBy escalatedAt silencedUntil resolvedAt reopened
  viewerCanUpdate containerGroup { id } containers { id } deliveries { occasion channel state accepted pending failure status }`;

const Create = `mutation ($input: CreateAlertRuleInput!) { createAlertRule(input: $input) { ${ruleFields} } }`;

/** Asks for a rule that tells of batteries at once, unless told otherwise. */
export const createRule = (caller: Caller, orgId: string, input: object = {}) =>
  caller.run(Create, {
    input: {
      orgId,
      name: 'Baterii',
      condition: 'level',
      readingKind: 'battery_life_pct',
      level: 'error',
      minutes: 0,
      recipients: ['ana@noa.test'],
      ...input,
    },
  });

/** The same, which is made. */
export async function aRule(caller: Caller, orgId: string, input: object = {}): Promise<string> {
  const { data, errors } = await createRule(caller, orgId, input);
  if (errors) {
    throw new Error(JSON.stringify(errors));
  }
  return data.createAlertRule.id;
}

/** What these tests look at of an incident. */
interface SeenIncident {
  readonly id: string;
  readonly condition: string;
  readonly deliveries: readonly { readonly occasion: string; readonly state: string }[];
}

/** What a caller sees of incidents, the newest first. */
export async function incidentsOf(caller: Caller, filter: object = {}): Promise<SeenIncident[]> {
  const { data, errors } = await caller.run(
    `query ($filter: IncidentFilter) { incidents(first: 50, filter: $filter) { nodes { ${incidentFields} } } }`,
    { filter },
  );
  if (errors) {
    throw new Error(JSON.stringify(errors));
  }
  return data.incidents.nodes;
}

/** Says of a container what a reading has told, at a moment. */
export const tellStatus = (
  { org_id, id }: { readonly org_id: string; readonly id: string },
  kind: string,
  value: string,
  level: string,
  at: Date,
) =>
  asSystem(async (tx) => {
    await sql`select ensure_month('status_update', ${at}::timestamptz::date)`.execute(tx);
    await sql`
      with told as (
        insert into status_update (org_id, container_id, kind, level, value, occurred_at)
        values (${org_id}, ${id}, ${kind}, ${level}, ${value}, ${at}) returning *)
      insert into container_status as s (org_id, container_id, kind, level, value, occurred_at, status_update_id)
      select org_id, container_id, kind, level, value, occurred_at, id from told
      on conflict (org_id, container_id, kind) do update set level = excluded.level, value = excluded.value,
        occurred_at = excluded.occurred_at, status_update_id = excluded.status_update_id
      where excluded.occurred_at >= s.occurred_at`.execute(tx);
  });

/** A container whose battery is empty since a moment, in an org whose rule tells as asked. */
export async function anIncident(since: Date, input: object) {
  const { id: orgId, name } = await anOrg();
  await asSystem((tx) => sql`update org_settings set mail_domains = 'noa.test' where org_id = ${orgId}`.execute(tx));
  const container = await aContainer({ org_id: orgId });
  const admin = await signIn(['container_admin'], { orgIds: [orgId] });
  const ruleId = await aRule(admin, orgId, input);
  await tellStatus(container, 'battery_life_pct', '5', 'error', since);
  await asSystem((tx) => sql`update alert_rule set look_at = ${since}`.execute(tx));
  await evaluateAll(since);
  return { orgId, orgName: name, container, admin, ruleId };
}

/** How telling has gone of all incidents that a caller sees. */
export const deliveriesOf = async (caller: Caller) =>
  (await incidentsOf(caller)).flatMap(({ deliveries }) => deliveries);

/** Has mails of one test go to a server. */
export function sendBy(smtpUrl: string): void {
  mailing.set(db, { mail: { smtpUrl, from: 'Noa <noa@noa.test>' }, publicUrl: 'https://noa.test' });
  onTestFinished(() => mailing.reset(db));
}

/** Looks at every rule that is due at a moment. */
export async function evaluateAll(at: Date, on: Db = db): Promise<void> {
  let any = true;
  while (any) {
    any = await evaluateNext(on, at);
  }
}

/** Tells everybody who is to be told at a moment. @returns what failed within. */
export async function deliverAll(at: Date, on: Db = db): Promise<unknown[]> {
  const failures: unknown[] = [];
  const delivering = { keys: keyring, now: () => at, reportFailure: (cause: unknown) => void failures.push(cause) };
  let any = true;
  while (any) {
    any = await deliverNext(on, delivering);
  }
  return failures;
}

export const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000);
