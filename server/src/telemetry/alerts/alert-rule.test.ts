import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sql } from 'kysely';
import { aContainer, anOrg } from '../../testing/factories.ts';
import { untilAwaited } from '../../testing/awaited-locks.ts';
import { asSystem, db, keyring, signIn, type Answer } from '../../testing/harness.ts';
import { aRule, createRule, evaluateAll, incidentsOf, minutesAfter, ruleFields } from './alert.fixture.ts';
import { startAlerts } from './alert-runner.ts';

async function given() {
  const { id: orgId } = await anOrg();
  await asSystem((tx) => sql`update org_settings set mail_domains = 'noa.test' where org_id = ${orgId}`.execute(tx));
  return { orgId, admin: await signIn(['container_admin'], { orgIds: [orgId] }) };
}

const Update = `mutation ($id: ID!, $input: UpdateAlertRuleInput!) { updateAlertRule(id: $id, input: $input) { ${ruleFields} } }`;
const List = `query { alertRules(first: 50) { totalCount nodes { ${ruleFields} } } }`;

describe('a rule', () => {
  it('is made, changed field by field, listed and deleted', async () => {
    const { orgId, admin } = await given();
    const id = await aRule(admin, orgId, { escalateMinutes: 30, escalateTo: ['sef@noa.test'] });

    const { data } = await admin.run(Update, { id, input: { minutes: 15, escalateMinutes: null, escalateTo: [] } });

    const changed = {
      id,
      name: 'Baterii',
      condition: 'level',
      readingKind: 'battery_life_pct',
      minutes: 15,
      escalateMinutes: null,
      escalateTo: [],
      recipients: ['ana@noa.test'],
    };
    expect(data.updateAlertRule).toMatchObject(changed);
    expect((await admin.run(List)).data.alertRules).toMatchObject({ totalCount: 1, nodes: [changed] });
    await admin.run('mutation ($id: ID!) { deleteAlertRule(id: $id) }', { id });
    expect((await admin.run(List)).data.alertRules.nodes).toEqual([]);
  });

  it.each([
    [{ level: null }, { level: 'form.required' }],
    [{ condition: 'fill', threshold: 101 }, { threshold: 'form.tooLarge' }],
    [{ condition: 'fill', threshold: -5 }, { threshold: 'form.tooSmall' }],
    [{ condition: 'silence', minutes: 59 }, { minutes: 'form.tooSmall' }],
    [{ condition: 'refusals', threshold: 5, minutes: 121 }, { minutes: 'form.tooLarge' }],
    [{ recipients: [] }, { recipients: 'alert.tellsNobody' }],
    [{ recipients: ['ana@elsewhere.test'] }, { recipients: 'report.recipientNotApproved' }],
    [{ escalateMinutes: 30 }, { escalateTo: 'form.required' }],
    [{ escalateMinutes: 30, escalateTo: ['ana@elsewhere.test'] }, { escalateTo: 'report.recipientNotApproved' }],
    [{ webhookUrl: 'ftp://noa.test/' }, { webhookUrl: 'alert.badUrl' }],
    [{ webhookUrl: 'https://user:secret@noa.test/' }, { webhookUrl: 'alert.badUrl' }],
    [{ webhookUrl: 'http://noa.test/' }, { webhookUrl: 'alert.httpsOnly' }],
  ])('is refused with %j', async (input, fields) => {
    const { orgId, admin } = await given();

    expect((await createRule(admin, orgId, input)).errors).toMatchObject([{ code: 'ValidationFailed', fields }]);
  });

  it('is what it is without them for whoever sends null for what may be left out', async () => {
    const { orgId, admin } = await given();
    const nulls = {
      threshold: null,
      webhookUrl: null,
      escalateMinutes: null,
      escalateTo: null,
      locale: null,
      active: null,
    };

    const { data } = await createRule(admin, orgId, nulls);

    expect(data.createAlertRule).toMatchObject({ escalateTo: [], locale: 'ro', active: true });
  });

  it('of another org is not there, and is made in none', async () => {
    const [{ orgId, admin }, other] = [await given(), await given()];
    const id = await aRule(admin, orgId);

    expect((await other.admin.run(Update, { id, input: { minutes: 1 } })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await createRule(other.admin, orgId)).errors).toMatchObject([{ fields: { orgId: 'form.notFound' } }]);
  });

  it('has its secret sealed, told once when it is exchanged, and never again', async () => {
    const { orgId, admin } = await given();
    const id = await aRule(admin, orgId, { webhookUrl: 'https://noa.test/' });

    const { data } = await admin.run('mutation ($id: ID!) { renewAlertSecret(id: $id) }', { id });

    expect(data.renewAlertSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const stored = await asSystem((tx) =>
      tx.selectFrom('alert_rule').select('webhook_secret_cipher').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    const secret = Buffer.from(data.renewAlertSecret.slice('whsec_'.length), 'base64');
    expect(stored.webhook_secret_cipher?.includes(secret)).toBe(false);
    await admin.run(Update, { id, input: { name: 'Alt nume' } });
    const after = await asSystem((tx) =>
      tx.selectFrom('alert_rule').select('webhook_secret_cipher').where('id', '=', id).executeTakeFirstOrThrow(),
    );
    expect(after).toEqual(stored);
  });

  it('is one of fifty in an org at most', async () => {
    const { orgId, admin } = await given();
    await asSystem((tx) =>
      sql`insert into alert_rule (org_id, name, condition, minutes, recipients, locale, escalate_to)
        select ${orgId}, n::text, 'silence', 60, '{a@noa.test}', 'ro', '{}' from generate_series(1, 50) n`.execute(tx),
    );

    expect((await createRule(admin, orgId)).errors).toMatchObject([{ fields: { name: 'alert.tooMany' } }]);
  });
});

describe('two who change a rule at the same moment', () => {
  it('each change what they name, and nothing that the other does', async () => {
    const { orgId, admin } = await given();
    const id = await aRule(admin, orgId);
    const changes: Promise<Answer>[] = [];

    await asSystem(async (tx) => {
      await sql`select from alert_rule where id = ${id} for update`.execute(tx);
      changes.push(admin.run(Update, { id, input: { active: false } }));
      changes.push(admin.run(Update, { id, input: { name: 'Alt nume', recipients: ['ion@noa.test'] } }));
      await untilAwaited(2);
    });
    await Promise.all(changes);

    expect((await admin.run(List)).data.alertRules.nodes).toMatchObject([
      { active: false, name: 'Alt nume', recipients: ['ion@noa.test'] },
    ]);
  });

  it('do not bring it back when one of them deletes it', async () => {
    const { orgId, admin } = await given();
    const id = await aRule(admin, orgId);
    const changes: Promise<Answer>[] = [];

    await asSystem(async (tx) => {
      await tx.deleteFrom('alert_rule').where('id', '=', id).execute();
      changes.push(admin.run(Update, { id, input: { name: 'Alt nume' } }));
      await untilAwaited(1);
    });

    expect((await changes[0])?.errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await admin.run(List)).data.alertRules.nodes).toEqual([]);
  });
});

it('a server whose clock is hours ahead takes no lock for silent that was seen just now', async () => {
  const { orgId, admin } = await given();
  const { id } = await aContainer({ org_id: orgId });
  await asSystem((tx) =>
    sql`insert into container_status_summary (org_id, container_id, heard_at) values (${orgId}, ${id}, now())`.execute(
      tx,
    ),
  );
  const ruleId = await aRule(admin, orgId, { condition: 'silence', readingKind: null, level: null, minutes: 120 });

  vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const failures: unknown[] = [];
  const alerts = startAlerts(db, { keys: keyring, reportFailure: (cause) => void failures.push(cause) });
  onTestFinished(alerts.close);
  await vi.waitFor(async () => {
    const { rows } = await asSystem((tx) =>
      sql`select from alert_rule where id = ${ruleId} and look_at > created_at`.execute(tx),
    );
    expect(rows).toHaveLength(1);
  }, 10_000);
  await alerts.close();
  vi.useRealTimers();

  expect(failures).toEqual([]);
  expect(await incidentsOf(admin)).toEqual([]);
});

it('a lock is not silent for having been heard by nobody while no server ran, and one that was before still is', async () => {
  const { orgId, admin } = await given();
  const [silent, unseen, back] = [
    await aContainer({ org_id: orgId }),
    await aContainer({ org_id: orgId }),
    await aContainer({ org_id: orgId }),
  ];
  await aRule(admin, orgId, { condition: 'silence', readingKind: null, level: null, minutes: 120 });
  const now = new Date(Date.now() + 60_000);
  const at = (minutes: number) => minutesAfter(now, minutes);
  const see = ({ id }: { readonly id: string }, minutes: number) =>
    asSystem((tx) =>
      sql`insert into container_status_summary (org_id, container_id, heard_at) values (${orgId}, ${id}, ${at(minutes)})
        on conflict (org_id, container_id) do update set heard_at = excluded.heard_at`.execute(tx),
    );
  const found = async () => {
    const { data } = await admin.run('{ incidents(first: 9) { nodes { state containers { id } } } }');
    const nodes = data.incidents.nodes as readonly { state: string; containers: readonly { id: string }[] }[];
    return nodes.map(({ state, containers }) => [state, containers.map(({ id }) => id)]);
  };
  const still = [['open', [silent.id]]];
  await see(silent, -180);
  await see(unseen, -10);
  await see(back, -10);
  await evaluateAll(at(0));
  expect(await found()).toEqual(still);

  for (const minutes of [300, 330, 360, 390, 419]) {
    await evaluateAll(at(minutes));
    await see(back, minutes);
    expect(await found(), `${minutes} minutes later`).toEqual(still);
  }
  await evaluateAll(at(421));

  expect(await found()).toEqual([['open', [unseen.id]], ...still]);
});
