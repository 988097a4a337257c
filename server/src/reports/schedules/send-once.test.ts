import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { scheduleFrequencies } from '@noa/domain/reporting/report-schedule.ts';
import { openDatabase } from '../../database/database.ts';
import { anOrg } from '../../testing/factories.ts';
import { asSystem, appUrl } from '../../testing/harness.ts';
import '../testing/events.ts'; // opens the reports of the test's database
import { headerOf, refusal, aMailServer } from '../../mail/mail-server.fixture.ts';
import { aReporter, aSchedule, minutesAfter, runsOf, sendDue, update } from './schedule.fixture.ts';

/** A schedule of an org of its own, which no other test sends. */
async function given(input: object = {}) {
  const { id: orgId } = await anOrg();
  const owner = await aReporter(orgId);
  // What other tests left is not to be sent here.
  await asSystem((tx) => sql`update report_schedule set active = false, next_due_at = null where active`.execute(tx));
  // Of the registry: it does not take the projection, which belongs to one process.
  const asked = { report: 'controlled-coverage', groupBy: [], metrics: ['total_container_groups'] };
  const { id, nextRunAt } = await aSchedule(owner, orgId, { ...asked, ...input });
  const due = minutesAfter(nextRunAt, 0);
  return { due, owner, id, runs: () => runsOf(owner, id) };
}

describe('a recipient', () => {
  it('who is refused for good is named, and the others get theirs', async () => {
    const { due, runs } = await given({ recipients: ['a@noa.test', 'gone@noa.test'] });
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? refusal(550) : null),
    });

    await sendDue({ smtpUrl: server.url, at: due });
    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 600) });

    expect(server.mails.map(({ to }) => to)).toEqual([['a@noa.test']]);
    expect(await runs()).toMatchObject([
      { state: 'sent', accepted: ['a@noa.test'], refused: ['gone@noa.test'], failure: 'mail_refused', smtpCode: 550 },
    ]);
  });

  it('who is put off gets it later, under the same message id, and the others not again', async () => {
    const { due, runs } = await given({ recipients: ['a@noa.test', 'grey@noa.test'] });
    let tries = 0;
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('grey') && (tries += 1) < 3 ? refusal(451) : null),
    });

    await sendDue({ smtpUrl: server.url, at: due });
    expect(await runs()).toMatchObject([
      {
        state: 'waiting',
        accepted: ['a@noa.test'],
        pending: ['grey@noa.test'],
        failure: 'mail_put_off',
        smtpCode: 451,
      },
    ]);
    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 4) });
    expect(tries).toBe(1);
    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 6) });
    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 30) });

    expect(server.mails.map(({ to }) => to)).toEqual([['a@noa.test'], ['grey@noa.test']]);
    expect(new Set(server.mails.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(1);
    expect(await runs()).toMatchObject([
      { state: 'sent', accepted: ['a@noa.test', 'grey@noa.test'], pending: [], failure: null },
    ]);
  });

  it('who was taken off the schedule meanwhile gets nothing, and the run has reached whom it has', async () => {
    const { due, runs, owner, id } = await given({ recipients: ['a@noa.test', 'wrong@noa.test', 'grey@noa.test'] });
    let takes = false;
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) => done(takes || address.startsWith('a') ? null : refusal(451)),
    });
    await sendDue({ smtpUrl: server.url, at: due });

    await update(owner, id, { recipients: ['a@noa.test', 'grey@noa.test'] });
    takes = true;
    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 6) });

    expect(server.mails.map(({ to }) => to)).toEqual([['a@noa.test'], ['grey@noa.test']]);
    expect(await runs()).toMatchObject([
      { state: 'sent', accepted: ['a@noa.test', 'grey@noa.test'], refused: ['wrong@noa.test'], failure: null },
    ]);
  });

  it.each([
    [['a@noa.test', 'grey@noa.test'], { state: 'sent', accepted: ['a@noa.test'], failure: 'recipients_changed' }],
    [['grey@noa.test'], { state: 'failed', accepted: [], failure: 'recipients_changed' }],
  ])('is waited for no more when all of %j who wait were taken off', async (recipients, run) => {
    const { due, runs, owner, id } = await given({ recipients });
    const server = await aMailServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('grey') ? refusal(451) : null),
    });
    await sendDue({ smtpUrl: server.url, at: due });

    await update(owner, id, { recipients: ['a@noa.test'] });
    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 6) });

    expect(await runs()).toMatchObject([{ ...run, refused: ['grey@noa.test'], pending: [] }]);
  });

  it('is tried five times over some hours and then given up', async () => {
    const { due, runs } = await given();
    let tries = 0;
    const server = await aMailServer({
      onMailFrom: (_address, _session, done) => {
        tries += 1;
        done(refusal(451));
      },
    });

    for (let minutes = 0; minutes < 20 * 60; minutes += 10) {
      await sendDue({ smtpUrl: server.url, at: minutesAfter(due, minutes) });
    }

    expect(tries).toBe(5);
    expect(await runs()).toMatchObject([{ state: 'failed', attempts: 5, failure: 'mail_put_off', pending: [] }]);
  });
});

describe('a mail server', () => {
  it('that is not there is tried again later', async () => {
    const { due, runs } = await given();
    const server = await aMailServer();
    await sendDue({ smtpUrl: 'smtp://127.0.0.1:1', at: due });
    expect(await runs()).toMatchObject([{ state: 'waiting', failure: 'mail_server_unreachable', smtpCode: null }]);

    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 6) });

    expect(server.mails).toHaveLength(1);
    expect(await runs()).toMatchObject([{ state: 'sent', attempts: 2, failure: null }]);
  });

  it.each([
    [554, 'failed', 'mail_refused'],
    [452, 'waiting', 'mail_put_off'],
  ])('that answers the message with %i has not taken it: %s', async (code, state, failure) => {
    const { due, runs } = await given();
    const server = await aMailServer({
      onData: (stream, _session, done) => {
        stream.on('end', () => done(refusal(code))).resume();
      },
    });

    await sendDue({ smtpUrl: server.url, at: due });

    expect(await runs()).toMatchObject([{ state, failure, smtpCode: code }]);
  });

  it('that breaks off once it has the message may have taken it: nothing is sent again', async () => {
    const { due, runs } = await given();
    const sockets = new Set<Socket>();
    let messages = 0;
    const server = await aMailServer({
      onData: (stream) => {
        messages += 1;
        stream.on('end', () => sockets.forEach((socket) => socket.destroy())).resume();
      },
    });
    server.onSocket((socket) => sockets.add(socket));

    await sendDue({ smtpUrl: server.url, at: due });
    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 12 * 60) });

    expect(messages).toBe(1);
    expect(await runs()).toMatchObject([{ state: 'unknown', failure: 'no_answer', pending: ['primar@noa.test'] }]);
  });

  it('that wants a password gets it, and a wrong one is told', async () => {
    const { due, runs } = await given();
    const server = await aMailServer({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        username === 'noa@host' && password === 'p:/s' ? done(null, { user: 'noa' }) : done(new Error('wrong')),
    });
    const withLogin = (login: string) => server.url.replace('//', `//${login}@`);

    await sendDue({ smtpUrl: withLogin('noa%40host:wrong'), at: due });
    expect(await runs()).toMatchObject([{ state: 'waiting', failure: 'mail_server_login' }]);
    await sendDue({ smtpUrl: withLogin('noa%40host:p%3A%2Fs'), at: minutesAfter(due, 6) });

    expect(server.mails).toHaveLength(1);
  });
});

describe('each time it is due', () => {
  it('it is sent once, whatever many processes look at once', async () => {
    const { due, runs } = await given();
    const server = await aMailServer();
    const pools = Array.from({ length: 4 }, () => openDatabase(appUrl));

    await Promise.all(pools.map((on) => sendDue({ smtpUrl: server.url, at: due, on })));
    await Promise.all(pools.map((pool) => pool.destroy()));

    expect(server.mails).toHaveLength(1);
    expect(await runs()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  it('after a week of silence it is sent once, for the last of them', async () => {
    const { due, runs } = await given();
    const server = await aMailServer();
    const week = minutesAfter(due, 7 * 24 * 60 + 30);

    await sendDue({ smtpUrl: server.url, at: week });
    await sendDue({ smtpUrl: server.url, at: minutesAfter(week, 5) });

    expect(server.mails).toHaveLength(1);
    const [run, ...others] = await runs();
    expect(others).toEqual([]);
    expect(week.getTime() - new Date(String(run?.['dueAt'])).getTime()).toBeLessThan(26 * 60 * 60_000);
  });

  it('it is not sent before, nor again when the zone of the org was changed meanwhile', async () => {
    const { due, runs, id } = await given();
    const server = await aMailServer();
    const zone = (name: string) =>
      asSystem((tx) =>
        sql`update org set time_zone = ${name} where id = (select org_id from report_schedule where id = ${id})`.execute(
          tx,
        ),
      );

    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, -1) });
    expect(server.mails).toHaveLength(0);
    await sendDue({ smtpUrl: server.url, at: due });
    expect(server.mails).toHaveLength(1);
    const dayAfter = minutesAfter(due, 24 * 60);
    await zone('Atlantic/Azores');
    await sendDue({ smtpUrl: server.url, at: dayAfter });
    expect(server.mails).toHaveLength(1);
    await sendDue({ smtpUrl: server.url, at: minutesAfter(dayAfter, 4 * 60) });
    expect(server.mails).toHaveLength(2);
    await zone('Pacific/Honolulu');
    await sendDue({ smtpUrl: server.url, at: minutesAfter(dayAfter, 16 * 60) });

    expect(server.mails).toHaveLength(2);
    expect(await runs()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });
});

it.each(scheduleFrequencies)('a clock that is a year ahead for a moment puts off no %s report', async (frequency) => {
  const { due, runs } = await given({ frequency, weekday: 1, monthDay: 1 });
  const server = await aMailServer();
  await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 366 * 24 * 60) });

  await sendDue({ smtpUrl: server.url, at: due });

  expect(await runs()).toMatchObject([{ state: 'failed' }, { state: 'sent', dueAt: due.toISOString() }]);
});

describe('a process that is killed', () => {
  const script = fileURLToPath(new URL('sending-process.fixture.ts', import.meta.url));

  /** Sends in a process of its own, which ends by `kill -9` from within the mail server. */
  async function sendAndDie(smtpUrl: string, at: Date, onChild: (kill: () => void) => void) {
    const child = fork(script, [appUrl, smtpUrl, at.toISOString()], { stdio: 'ignore' });
    onChild(() => child.kill('SIGKILL'));
    await once(child, 'exit');
  }

  it.each([
    ['before the message was handed over', 'RCPT', 1, { state: 'sent', attempts: 2 }],
    ['after the message was handed over', 'DATA', 0, { state: 'unknown', failure: 'no_answer', attempts: 1 }],
  ] as const)('%s: once at most, and said', async (_when, phase, after, expected) => {
    const { due, runs } = await given();
    let kill = (): void => undefined;
    let dataBegun = 0;
    const dying = await aMailServer({
      onRcptTo: (_address, _session, done) => (phase === 'RCPT' ? kill() : done()),
      onData: (stream) => {
        dataBegun += 1;
        stream.on('end', kill).resume();
      },
    });
    const server = await aMailServer();
    await sendAndDie(dying.url, due, (killer) => (kill = killer));
    expect(dataBegun).toBe(phase === 'DATA' ? 1 : 0);

    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 3) });
    expect(server.mails).toHaveLength(0);
    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 20) });
    await sendDue({ smtpUrl: server.url, at: minutesAfter(due, 600) });

    expect(server.mails).toHaveLength(after);
    expect(await runs()).toMatchObject([expected]);
  });
});
