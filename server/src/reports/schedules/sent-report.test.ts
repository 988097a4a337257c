import { randomUUID } from 'node:crypto';
import { streamXlsxRows } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { streamTokens } from '@noa/domain/colors/stream-tokens.ts';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, signIn } from '../../testing/harness.ts';
import { givenEvents, reports } from '../testing/events.ts';
import { ago, anApartmentSince, forgetWho } from '../testing/forgetting.ts';
import { attachmentOf, bodiesOf, headerOf, startMailServer } from '../../mail/mail-server.fixture.ts';
import {
  approveDomains,
  aReporter,
  aSchedule,
  daily,
  ListSchedules,
  minutesAfter,
  runsOf,
  sendDue,
  SendTest,
} from './schedule.fixture.ts';

const server = await startMailServer();
afterAll(() => server.close());
/** What was sent for a schedule. */
const mailsOf = (id: string) => server.mails.filter((mail) => headerOf(mail, 'Message-ID').includes(id));

describe('what is sent', () => {
  const org = anOrg({ name: 'Primăria Iași\r\nBcc: x@noa.test' });

  // First: on the days after, whatever else is scheduled would be sent as well.
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

  it('reaches nobody whose account is blocked, be it as a member or in an approved domain, until it no longer is', async () => {
    const { id: orgId } = await anOrg();
    const [owner, colleague] = [await aReporter(orgId), await aReporter(orgId)];
    const { email } = (await colleague.run('{ viewer { email } }')).data.viewer;
    await approveDomains(orgId, 'operator.test');
    const { id, nextRunAt } = await aSchedule(owner, orgId, { recipients: [email, 'b@operator.test'] });
    const account = await asSystem((tx) =>
      tx.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    );
    const root = await signIn(['root']);
    const block = (how: string) =>
      root.run(`mutation ($id: ID!) { ${how}Account(id: $id) { blocked } }`, { id: account.id });
    const send = (days: number) => sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, days * 24 * 60 + 1) });

    expect((await block('block')).errors).toBeUndefined();
    await send(0);
    await approveDomains(orgId, 'operator.test noa.test');
    await send(1);
    await block('unblock');
    await send(2);

    expect(mailsOf(id).map(({ to }) => to)).toEqual([
      ['b@operator.test'],
      ['b@operator.test'],
      [email, 'b@operator.test'],
    ]);
  });

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

  it('answers in a sentence, which is drawn below it', async () => {
    const { id: orgId } = await anOrg({ name: 'Primăria <Iași>' });
    const reporter = await aReporter(orgId);
    const days = (count: number) => minutesAfter(new Date(), -60 * 24 * count);
    const given = (waste_stream: 'glass' | 'residual', ...daysAgo: number[]) =>
      givenEvents(daysAgo.map((count) => ({ org_id: orgId, waste_stream, occurred_at: days(count) })));
    await given('glass', 1, 2, 3, 10);
    await given('residual', 2);
    const asked = { groupBy: ['waste_stream'], metrics: ['event_count'], period: 'last_7_days' };
    const { id, nextRunAt } = await aSchedule(reporter, orgId, asked);

    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });

    const [mail] = mailsOf(id);
    const [text, html] = mail ? bodiesOf(mail) : [];
    const sentence = /^În perioada .*, 4 evenimente, \+3 față de .*; cel mai mult: sticlă \(3\)\.$/m;
    expect(text).toMatch(sentence);
    expect(html).toMatch(/<p [^>]*>În perioada .*4 evenimente/);
    expect(html).toMatch(/s-a înregistrat până la .* \(ora României\)\./);
    const rows = html?.match(/<tr>.*<\/tr>/g) ?? [];
    expect(
      rows.map((row) =>
        row
          .replaceAll(/<[^>]*>/g, ' ')
          .split(/\s+/)
          .filter((word) => /^\p{L}+$/u.test(word)),
      ),
    ).toEqual([['sticlă'], ['rezidual']]);
    // The word and the bar have the colour of the bin.
    expect(rows.map((row) => new Set(row.match(/background-color:#\w+/g)))).toEqual([
      new Set([`background-color:${streamTokens.glass.color}`]),
      new Set([`background-color:${streamTokens.residual.color}`]),
    ]);
    expect(html).toContain('Primăria &lt;Iași&gt;');
  });

  it('says from which day on it is known who opened, and no sentence, where a figure needs earlier ones', async () => {
    const { id: orgId } = await anOrg();
    const reporter = await aReporter(orgId);
    await anApartmentSince(orgId, ago(60));
    await givenEvents([{ org_id: orgId, serial_number: '04A0B0C0', occurred_at: ago(25) }]);
    await forgetWho(orgId, 10);
    const asked = {
      report: 'participation',
      groupBy: ['manager'],
      metrics: ['participating_pct'],
      period: 'last_30_days',
    };
    const { id, nextRunAt } = await aSchedule(reporter, orgId, asked);

    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });

    const [mail] = mailsOf(id);
    const [text, html] = mail ? bodiesOf(mail) : [];
    expect(text).toMatch(/^Cine a deschis se păstrează doar din \d+ \p{L}+ \d{4}; /u);
    expect(html).toContain('Cine a deschis se păstrează doar din ');
  });

  it('says of events by card from which day on it is known whose they were', async () => {
    const { id: orgId } = await anOrg();
    await approveDomains(orgId, 'noa.test');
    const implementer = await signIn(['local_implementer'], { orgIds: [orgId] });
    await givenEvents([{ org_id: orgId, serial_number: '04A0B0C1', occurred_at: ago(25) }]);
    await forgetWho(orgId, 10);
    const asked = { report: 'usage', groupBy: ['card'], metrics: ['event_count'], period: 'last_30_days' };
    const { id, nextRunAt } = await aSchedule(implementer, orgId, asked);

    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });

    const [mail] = mailsOf(id);
    const [text] = mail ? bodiesOf(mail) : [];
    expect(text).toContain('Evenimentele mai vechi stau la „(fără)”');
  });

  it.each([
    ['names no first group where some are hidden', 6, /^În perioada [^;]*, 11 evenimente\.$/m],
    ['answers nothing where all is hidden', 2, /^Raportul „Utilizare”/],
  ])('%s, as its owner may not learn who opened what', async (_what, households, text) => {
    const { id: orgId } = await anOrg();
    const reporter = await aReporter(orgId);
    const occurred_at = minutesAfter(new Date(), -60 * 24 * 2);
    const event = { org_id: orgId, occurred_at };
    const apartments = Array.from({ length: households }, () => randomUUID());
    await givenEvents([
      ...apartments.map((apartment_id) => ({ ...event, apartment_id, waste_stream: 'residual' as const })),
      ...Array.from({ length: 5 }, () => ({ ...event, apartment_id: apartments[0]!, waste_stream: 'glass' as const })),
    ]);
    const asked = { groupBy: ['waste_stream'], metrics: ['event_count'], period: 'last_7_days' };
    const { id, nextRunAt } = await aSchedule(reporter, orgId, asked);

    await sendDue({ smtpUrl: server.url, at: minutesAfter(nextRunAt, 1) });

    const [mail] = mailsOf(id);
    expect(mail && bodiesOf(mail)[0]).toMatch(text);
    expect(mail && bodiesOf(mail).join('')).not.toContain('sticlă');
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

  it('is nothing without a mail server, which the API says', async () => {
    const { id: orgId } = await anOrg();
    const owner = await aReporter(orgId);
    const { id, nextRunAt } = await aSchedule(owner, orgId);

    await sendDue({ smtpUrl: null, at: minutesAfter(nextRunAt, 1) });

    expect(await runsOf(owner, id)).toMatchObject([{ state: 'failed', failure: 'mail_not_set_up' }]);
    expect((await owner.run(ListSchedules)).data.reportMailIsSetUp).toBe(false);
    expect((await owner.run(SendTest, { id })).errors).toMatchObject([
      { code: 'ValidationFailed', fields: { mail: 'schedule.failures.mail_not_set_up' } },
    ]);
  });
});
