import { afterAll, describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { untilAwaited } from '../../testing/awaited-locks.ts';
import { asSystem, db, signIn, type Answer, type Caller } from '../../testing/harness.ts';
import '../testing/events.ts'; // opens the reports of the test's database
import { mailing } from '../../mail/mailing.ts';
import { headerOf, startMailServer } from '../../mail/mail-server.fixture.ts';
import {
  approveDomains,
  aReporter,
  aSchedule,
  CreateSchedule,
  daily,
  ListSchedules,
  minutesAfter,
  runsOf,
  SendTest,
  update,
} from './schedule.fixture.ts';

const server = await startMailServer();
afterAll(() => server.close());
/** What was sent for a schedule. */
const mailsOf = (id: string) => server.mails.filter((mail) => headerOf(mail, 'Message-ID').includes(id));

const Delete = 'mutation ($id: ID!) { deleteReportSchedule(id: $id) }';

describe('a schedule', () => {
  it('is kept with its question, and is due at its hour in the zone of its org', async () => {
    const org = await anOrg({ time_zone: 'America/New_York' });
    const reporter = await aReporter(org.id);
    const question = {
      groupBy: ['waste_stream'],
      metrics: ['total_litres'],
      filters: [{ field: 'waste_stream', operator: 'in', value: ['glass', 'residual'] }],
      sort: [{ field: 'total_litres', direction: 'desc' }],
    };
    const timing = { frequency: 'monthly', monthDay: 31, hour: 6, format: 'XLSX', locale: 'en' };

    const { data, errors } = await reporter.run(CreateSchedule, {
      input: { ...daily, orgId: org.id, ...question, ...timing },
    });

    expect(errors).toBeUndefined();
    expect(data.createReportSchedule).toMatchObject({ ...question, ...timing, weekday: null, active: true });
    const due = new Date(data.createReportSchedule.nextRunAt);
    const wall = due.toLocaleString('sv-SE', { timeZone: 'America/New_York' });
    expect(wall).toMatch(/ 06:00:00$/);
    expect(minutesAfter(due, 24 * 60).toLocaleString('sv-SE', { timeZone: 'America/New_York' })).toMatch(/-01 /);
  });

  it.each([
    [{ recipients: [] }, 'recipients'],
    [{ recipients: ['primar'] }, 'recipients.0'],
    [{ recipients: ['a@noa.test', 'A@noa.test'] }, 'recipients'],
    [{ recipients: Array.from({ length: 21 }, (_, index) => `a${index}@noa.test`) }, 'recipients'],
    [{ frequency: 'weekly' }, 'weekday'],
    [{ frequency: 'monthly' }, 'monthDay'],
    [{ hour: 24 }, 'hour'],
    [{ groupBy: ['card_kind'] }, 'groupBy'],
    [{ filters: [{ field: 'event_count', operator: 'gte', value: 'many' }] }, 'filters.0'],
  ])('is refused by the name of the field: %j', async (input, field) => {
    const org = await anOrg();

    const { errors } = await (
      await aReporter(org.id)
    ).run(CreateSchedule, { input: { ...daily, orgId: org.id, ...input } });

    expect(errors?.[0]).toMatchObject({ code: 'ValidationFailed' });
    expect(Object.keys(errors?.[0]?.['fields'] as object)[0]).toMatch(new RegExp(`^${field}`));
  });

  it('is what it is without them for whoever sends null for what may be left out', async () => {
    const { id: orgId } = await anOrg();
    const nulls = { filters: null, sort: null, weekday: null, monthDay: null, locale: null, active: null };

    const { data } = await (await aReporter(orgId)).run(CreateSchedule, { input: { ...daily, orgId, ...nulls } });

    expect(data.createReportSchedule).toMatchObject({ filters: [], sort: [], locale: 'ro', active: true });
  });

  it('is refused for a question that the caller may not ask, and for another org', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const reporter = await aReporter(org.id);
    const create = (input: object) => reporter.run(CreateSchedule, { input: { ...daily, orgId: org.id, ...input } });

    expect((await create({ groupBy: ['card'] })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await create({ report: 'nothing' })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await create({ orgId: other.id })).errors).toMatchObject([
      { code: 'NotFound', fields: { orgId: 'form.notFound' } },
    ]);
  });

  it('is seen by its owner and by whoever oversees the org, who may pause and delete it and nothing else', async () => {
    const org = await anOrg();
    const owner = await aReporter(org.id);
    const colleague = await aReporter(org.id);
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { id } = await aSchedule(owner, org.id);

    expect((await owner.run(ListSchedules)).data.reportSchedules).toEqual({
      nodes: [{ id, viewerCanUpdate: true }],
      totalCount: 1,
    });
    expect((await colleague.run(ListSchedules)).data.reportSchedules).toEqual({ nodes: [], totalCount: 0 });
    expect((await update(colleague, id, { active: false })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await implementer.run(ListSchedules)).data.reportSchedules.nodes).toEqual([{ id, viewerCanUpdate: false }]);
    expect((await update(implementer, id, { recipients: ['me@noa.test'] })).errors).toMatchObject([
      { code: 'Forbidden' },
    ]);
    expect((await implementer.run(SendTest, { id })).errors).toMatchObject([{ code: 'Forbidden' }]);
    const paused = await update(implementer, id, { active: false });
    expect(paused.data.updateReportSchedule).toMatchObject({ active: false, nextRunAt: null });
    expect((await update(implementer, id, { active: true })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await implementer.run(Delete, { id })).errors).toBeUndefined();
    expect((await owner.run(ListSchedules)).data.reportSchedules.totalCount).toBe(0);
  });

  it('stays due when its recipients are changed at that very moment', async () => {
    const org = await anOrg();
    const owner = await aReporter(org.id);
    const { id, nextRunAt } = await aSchedule(owner, org.id);

    const { data } = await update(owner, id, { recipients: ['alt@noa.test'], period: 'yesterday' });

    expect(data.updateReportSchedule).toMatchObject({ nextRunAt, recipients: ['alt@noa.test'], period: 'yesterday' });
    expect((await update(owner, id, { hour: 9 })).data.updateReportSchedule.nextRunAt).not.toBe(nextRunAt);
  });

  it('stays paused by whoever oversees the org, though its owner changes something else at that very moment', async () => {
    const org = await anOrg();
    const owner = await aReporter(org.id);
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { id } = await aSchedule(owner, org.id);
    const changes: Promise<Answer>[] = [];

    await asSystem(async (tx) => {
      await tx.selectFrom('report_schedule').select('id').where('id', '=', id).forUpdate().execute();
      changes.push(update(implementer, id, { active: false }));
      await untilAwaited(1);
      changes.push(update(owner, id, { hour: 9 }));
      await untilAwaited(2);
    });
    await Promise.all(changes);

    const { data } = await owner.run('query ($id: ID!) { reportSchedule(id: $id) { active hour nextRunAt } }', { id });
    expect(data.reportSchedule).toEqual({ active: false, hour: 9, nextRunAt: null });
  });

  it.each([
    ['a stranger', ['primar@noa.test', 'someone@mail.example']],
    ['a subdomain of an approved domain', ['a@evil.noa.test']],
    ['a domain that ends like an approved one', ['a@evilnoa.test']],
    ['an approved domain before the sign', ['noa.test@mail.example', 'a@noa.test@mail.example']],
  ])('is not made for %s', async (_who, recipients) => {
    const org = await anOrg();
    const reporter = await aReporter(org.id);

    const { errors } = await reporter.run(CreateSchedule, { input: { ...daily, orgId: org.id, recipients } });

    expect(errors).toMatchObject([{ code: 'ValidationFailed' }]);
    expect(JSON.stringify(errors)).toContain('recipients');
  });

  it('is made for members of its own org in any domain, and of no other org', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const [reporter, colleague, stranger] = [
      await aReporter(org.id),
      await aReporter(org.id),
      await aReporter(other.id),
    ];
    await approveDomains(org.id, 'primaria.test');
    const addressOf = async (caller: Caller) => (await caller.run('{ viewer { email } }')).data.viewer.email as string;
    const to = (address: string) =>
      reporter.run(CreateSchedule, { input: { ...daily, orgId: org.id, recipients: [address] } });

    expect((await to((await addressOf(colleague)).toUpperCase())).errors).toBeUndefined();
    expect((await to('birou@PRIMARIA.test')).errors).toBeUndefined();
    expect((await to(await addressOf(stranger))).errors).toMatchObject([
      { fields: { recipients: 'report.recipientNotApproved' } },
    ]);
  });

  it('goes with an org that is deleted', async () => {
    const org = await anOrg();
    await aSchedule(await aReporter(org.id), org.id);
    const root = await signIn(['root']);

    const { errors } = await root.run('mutation ($id: ID!, $rowId: ID!) { deleteOrg(id: $id, rowId: $rowId) }', {
      id: org.id,
      rowId: org.row_id,
    });

    expect(errors).toBeUndefined();
  });
});

describe('a test', () => {
  it('goes to whoever asks for it alone, and leaves no run', async () => {
    mailing.set(db, { mail: { smtpUrl: server.url, from: 'noa@noa.test' }, publicUrl: 'https://noa.test' });
    const { id: orgId } = await anOrg();
    const owner = await aReporter(orgId);
    const { id } = await aSchedule(owner, orgId, { locale: 'en' });

    const { data, errors } = await owner.run(SendTest, { id });

    expect(errors).toBeUndefined();
    const [mail] = mailsOf(id);
    expect(mail?.to).toEqual([data.sendTestReport]);
    expect(mail && headerOf(mail, 'Subject')).toMatch(/^\[Test\] Report: Usage, /);
    expect(await runsOf(owner, id)).toEqual([]);
    expect((await owner.run(ListSchedules)).data.reportMailIsSetUp).toBe(true);
  });

  it('says what the mail server answered', async () => {
    const full = await startMailServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 550 })),
    });
    mailing.set(db, { mail: { smtpUrl: full.url, from: 'noa@noa.test' }, publicUrl: 'https://noa.test' });
    const { id: orgId } = await anOrg();
    const owner = await aReporter(orgId);
    const { id } = await aSchedule(owner, orgId);

    expect((await owner.run(SendTest, { id })).errors).toMatchObject([
      { fields: { mail: 'schedule.failures.mail_refused' }, failure: 'mail_refused', smtpCode: 550 },
    ]);
    await full.close();
  });
});
