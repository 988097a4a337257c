import { Readable } from 'node:stream';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, db, signIn, type Caller } from '../../testing/harness.ts';
import { givenEvents, reports } from '../testing/events.ts';
import { collect, TooLarge } from './attachment.ts';
import { mailing } from './mailing.ts';
import { attachmentOf, headerOf, startMailServer } from '../../mail/mail-server.fixture.ts';
import {
  approveDomains,
  aReporter,
  aSchedule,
  CreateSchedule,
  daily,
  minutesAfter,
  runsOf,
  scheduleFields,
  sendDue,
} from './schedule.fixture.ts';

const server = await startMailServer();
afterAll(() => server.close());
/** What was sent for a schedule. */
const mailsOf = (id: string) => server.mails.filter((mail) => headerOf(mail, 'Message-ID').includes(id));

const Update = `mutation ($id: ID!, $input: UpdateReportScheduleInput!) {
  updateReportSchedule(id: $id, input: $input) { ${scheduleFields} }
}`;
const Delete = 'mutation ($id: ID!) { deleteReportSchedule(id: $id) }';
const Test = 'mutation ($id: ID!) { sendTestReport(id: $id) }';
const List = 'query { reportSchedules(first: 50) { nodes { id viewerCanUpdate } totalCount } reportMailIsSetUp }';
const update = (by: Caller, id: string, input: object) => by.run(Update, { id, input });

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

  it('is refused for a question that the caller may not ask, and for another org', async () => {
    const [org, other] = [await anOrg(), await anOrg()];
    const reporter = await aReporter(org.id);
    const create = (input: object) => reporter.run(CreateSchedule, { input: { ...daily, orgId: org.id, ...input } });

    expect((await create({ groupBy: ['card'] })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await create({ report: 'nothing' })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await create({ orgId: other.id })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { orgId: 'form.notFound' } },
    ]);
  });

  it('is seen by its owner and by whoever oversees the org, who may pause and delete it and nothing else', async () => {
    const org = await anOrg();
    const owner = await aReporter(org.id);
    const colleague = await aReporter(org.id);
    const implementer = await signIn(['local_implementer'], { orgIds: [org.id] });
    const { id } = await aSchedule(owner, org.id);

    expect((await owner.run(List)).data.reportSchedules).toEqual({
      nodes: [{ id, viewerCanUpdate: true }],
      totalCount: 1,
    });
    expect((await colleague.run(List)).data.reportSchedules).toEqual({ nodes: [], totalCount: 0 });
    expect((await update(colleague, id, { active: false })).errors).toMatchObject([{ code: 'NotFound' }]);
    expect((await implementer.run(List)).data.reportSchedules.nodes).toEqual([{ id, viewerCanUpdate: false }]);
    expect((await update(implementer, id, { recipients: ['me@noa.test'] })).errors).toMatchObject([
      { code: 'Forbidden' },
    ]);
    expect((await implementer.run(Test, { id })).errors).toMatchObject([{ code: 'Forbidden' }]);
    const paused = await update(implementer, id, { active: false });
    expect(paused.data.updateReportSchedule).toMatchObject({ active: false, nextRunAt: null });
    expect((await update(implementer, id, { active: true })).errors).toMatchObject([{ code: 'Forbidden' }]);
    expect((await implementer.run(Delete, { id })).errors).toBeUndefined();
    expect((await owner.run(List)).data.reportSchedules.totalCount).toBe(0);
  });

  it('stays due when its recipients are changed at that very moment', async () => {
    const org = await anOrg();
    const owner = await aReporter(org.id);
    const { id, nextRunAt } = await aSchedule(owner, org.id);

    const { data } = await update(owner, id, { recipients: ['alt@noa.test'], period: 'yesterday' });

    expect(data.updateReportSchedule).toMatchObject({ nextRunAt, recipients: ['alt@noa.test'], period: 'yesterday' });
    expect((await update(owner, id, { hour: 9 })).data.updateReportSchedule.nextRunAt).not.toBe(nextRunAt);
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

describe('what is sent', () => {
  const org = anOrg({ name: 'Primăria Iași\r\nBcc: x@noa.test' });

  it.each(['CSV', 'XLSX'])('is the file that an export gives, as %s, with its days and freshness', async (format) => {
    const { id: orgId } = await org;
    const reporter = await aReporter(orgId);
    await givenEvents([{ org_id: orgId, litres: 40, occurred_at: minutesAfter(new Date(), -60 * 24 * 40) }]);
    const recipients = ['primar@noa.test', 'secretar@noa.test'];
    const { id, nextRunAt } = await aSchedule(reporter, orgId, { format, recipients });

    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });

    const [mail, ...others] = mailsOf(id);
    expect(others).toEqual([]);
    const [run] = await runsOf(reporter, id);
    expect(run).toMatchObject({
      state: 'sent',
      accepted: recipients,
      refused: [],
      pending: [],
      failure: null,
      attempts: 1,
    });
    const ticket = await reporter.run(
      'mutation ($input: ExportInput!) { createExport(input: $input) { url fileName } }',
      {
        input: {
          report: 'usage',
          format,
          input: { from: run?.['from'], to: run?.['to'], groupBy: ['month'], metrics: daily.metrics },
        },
      },
    );
    const file = await reports.downloads.find(ticket.data.createExport.url.replace('/downloads/', ''));
    const exported = file && Buffer.from(await new Response(file.stream as never).arrayBuffer());
    expect(mail && (await contentOf(attachmentOf(mail)))).toEqual(exported && (await contentOf(exported)));
    expect(mail?.source).toContain(ticket.data.createExport.fileName);
    expect(mail?.to).toEqual(recipients);
    expect(mail && headerOf(mail, 'Subject')).toMatch(/^Raport: Utilizare, Primăria Iași ?Bcc: x@noa.test, /);
    expect(mail && headerOf(mail, 'Message-ID')).toMatch(new RegExp(`^<${id}\\.\\d{4}-\\d\\d-\\d\\d@noa\\.test>$`));
    expect(mail && headerOf(mail, 'Bcc')).toBe('');
    expect(new Date(String(run?.['freshAsOf'])).getTime()).toBeLessThanOrEqual(Date.now());
  });

  /** The rows: beside them, a workbook says when it was made. */
  async function contentOf(bytes: Buffer): Promise<unknown> {
    if (bytes.subarray(0, 2).toString() !== 'PK') {
      return bytes.toString();
    }
    const rows: unknown[] = [];
    for await (const { values } of streamXlsxRows(bytes)) {
      rows.push([...values]);
    }
    return rows;
  }

  it('is about the org of the schedule alone, whatever else its owner sees', async () => {
    const [mine, other] = [await anOrg({ name: 'Aici' }), await anOrg({ name: 'Dincolo' })];
    const yesterday = minutesAfter(new Date(), -60 * 24);
    await givenEvents([
      { org_id: mine.id, occurred_at: yesterday },
      { org_id: other.id, occurred_at: yesterday },
    ]);
    const root = await signIn(['root']);
    await approveDomains(mine.id, 'noa.test');
    const { id, nextRunAt } = await aSchedule(root, mine.id, { groupBy: ['org'] });

    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });

    const [mail] = mailsOf(id);
    expect(mail && attachmentOf(mail).toString()).toContain('"Aici";1;30');
    expect(mail && attachmentOf(mail).toString()).not.toContain('Dincolo');
  });

  it.each([
    [
      'who is no member any more',
      'not_allowed',
      (orgId: string) => sql`delete from org_member where org_id = ${orgId}`,
    ],
    [
      'whose org is disabled',
      'org_disabled',
      (orgId: string) => sql`update org set enabled = false where id = ${orgId}`,
    ],
    [
      'whose role is another',
      'not_allowed',
      (orgId: string) => sql`update account set roles = '{manager}'
      where id in (select owner_id from report_schedule where org_id = ${orgId})`,
    ],
    [
      'who was not seen for long',
      'owner_absent',
      (orgId: string) => sql`update account set last_seen_at = now() - interval '91 days'
      where id in (select owner_id from report_schedule where org_id = ${orgId})`,
    ],
  ])('is nothing for an owner %s; it is a failure that says why', async (_who, failure, happen) => {
    const { id: orgId } = await anOrg();
    const owner = await aReporter(orgId);
    const { id, nextRunAt } = await aSchedule(owner, orgId);
    await asSystem((tx) => happen(orgId).execute(tx));

    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });

    expect(mailsOf(id)).toEqual([]);
    const root = await signIn(['root']);
    expect(await runsOf(root, id)).toMatchObject([{ state: 'failed', failure, refused: daily.recipients }]);
  });

  it('reaches nobody in a domain that the org has given up since', async () => {
    const { id: orgId } = await anOrg();
    const owner = await aReporter(orgId);
    await approveDomains(orgId, 'noa.test operator.test');
    const { id, nextRunAt } = await aSchedule(owner, orgId, { recipients: ['a@noa.test', 'b@operator.test'] });
    await approveDomains(orgId, 'noa.test');

    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });
    await approveDomains(orgId, '');
    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 24 * 60 + 1) });

    expect(mailsOf(id).map(({ to }) => to)).toEqual([['a@noa.test']]);
    const [mail] = mailsOf(id);
    expect(mail && headerOf(mail, 'To')).toBe('a@noa.test');
    expect(await runsOf(owner, id)).toMatchObject([
      { state: 'failed', failure: 'not_approved', refused: ['a@noa.test', 'b@operator.test'] },
      { state: 'sent', accepted: ['a@noa.test'], refused: ['b@operator.test'] },
    ]);
  });

  it('is nothing without a mail server, which the API says', async () => {
    const { id: orgId } = await anOrg();
    const owner = await aReporter(orgId);
    const { id, nextRunAt } = await aSchedule(owner, orgId);

    await sendDue({ smtpUrl: null, at: minutesAfter(nextRunAt, 1) });

    expect(await runsOf(owner, id)).toMatchObject([{ state: 'failed', failure: 'mail_not_set_up' }]);
    expect((await owner.run(List)).data.reportMailIsSetUp).toBe(false);
    expect((await owner.run(Test, { id })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { mail: 'schedule.failures.mail_not_set_up' } },
    ]);
  });
});

describe('a test', () => {
  it('goes to whoever asks for it alone, and leaves no run', async () => {
    mailing.set(db, { mail: { smtpUrl: server.url, from: 'noa@noa.test' }, publicUrl: 'https://noa.test' });
    const { id: orgId } = await anOrg();
    const owner = await aReporter(orgId);
    const { id } = await aSchedule(owner, orgId, { locale: 'en' });

    const { data, errors } = await owner.run(Test, { id });

    expect(errors).toBeUndefined();
    const [mail] = mailsOf(id);
    expect(mail?.to).toEqual([data.sendTestReport]);
    expect(mail && headerOf(mail, 'Subject')).toMatch(/^\[Test\] Report: Usage, /);
    expect(await runsOf(owner, id)).toEqual([]);
    expect((await owner.run(List)).data.reportMailIsSetUp).toBe(true);
  });

  it('says what the mail server answered', async () => {
    const full = await startMailServer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 550 })),
    });
    mailing.set(db, { mail: { smtpUrl: full.url, from: 'noa@noa.test' }, publicUrl: 'https://noa.test' });
    const { id: orgId } = await anOrg();
    const owner = await aReporter(orgId);
    const { id } = await aSchedule(owner, orgId);

    expect((await owner.run(Test, { id })).errors).toMatchObject([
      { fields: { mail: 'schedule.failures.mail_refused' }, failure: 'mail_refused', smtpCode: 550 },
    ]);
    await full.close();
  });
});

describe('an attached file', () => {
  it('is not made on once it is too large', async () => {
    let made = 0;
    async function* pieces() {
      for (; made < 1000; made += 1) {
        yield 'ș'.repeat(50);
        await Promise.resolve();
      }
    }

    await expect(collect(Readable.from(pieces()), 1_000)).rejects.toThrow(TooLarge);
    expect(made).toBeLessThan(30);
    expect((await collect(Readable.from(['ab', Buffer.from('c')]), 3)).toString()).toBe('abc');
  });
});
