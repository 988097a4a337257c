import type { Db } from '../../database/database.ts';
import { asSystem, db, signIn, type Caller } from '../../testing/harness.ts';
import { sendNext } from './send-due.ts';

export const scheduleFields = `id report period groupBy metrics filters { field operator value } sort { field direction } frequency
  weekday monthDay hour format locale recipients active nextRunAt viewerCanUpdate ownerName`;
export const runFields = `dueAt state attempts retryAt finishedAt failure smtpCode accepted refused pending from to freshAsOf`;

export const CreateSchedule = `mutation ($input: CreateReportScheduleInput!) {
  createReportSchedule(input: $input) { ${scheduleFields} }
}`;

/** What a schedule is given that is told no more. */
export const daily = {
  report: 'usage',
  period: 'last_12_months',
  groupBy: ['month'],
  metrics: ['event_count', 'total_litres'],
  frequency: 'daily',
  hour: 8,
  format: 'CSV',
  recipients: ['primar@noa.test'],
};

/** A schedule of the caller's, due every day at 8 unless told otherwise. */
export async function aSchedule(caller: Caller, orgId: string, given: object = {}) {
  const { data, errors } = await caller.run(CreateSchedule, { input: { ...daily, orgId, ...given } });
  if (errors) {
    throw new Error(JSON.stringify(errors));
  }
  return data.createReportSchedule as { id: string; nextRunAt: string };
}

/** The runs of a schedule, the latest first. */
export async function runsOf(caller: Caller, id: string) {
  const { data } = await caller.run(
    `query ($id: ID!) { reportSchedule(id: $id) { runs(first: 50) { nodes { ${runFields} } } } }`,
    { id },
  );
  return data.reportSchedule.runs.nodes as Record<string, unknown>[];
}

/** A reporter of an org whose reports may be sent to `noa.test`. */
export async function aReporter(orgId: string): Promise<Caller> {
  await approveDomains(orgId, 'noa.test');
  return signIn(['local_reporter'], { orgIds: [orgId] });
}

/** Lets the org's reports be sent to these mail domains, by spaces. */
export const approveDomains = (orgId: string, domains: string): Promise<unknown> =>
  asSystem((tx) => tx.updateTable('org_settings').set({ mail_domains: domains }).where('org_id', '=', orgId).execute());

export interface Told {
  readonly smtpUrl: string | null;
  /** What the clock shows. */
  readonly at: Date;
  readonly on?: Db;
  readonly failures?: unknown[];
}

/** Does everything that is due at a moment. */
export async function sendDue({ smtpUrl, at, on = db, failures = [] }: Told): Promise<void> {
  const sending = {
    mail: smtpUrl === null ? null : { smtpUrl, from: 'Noa <noa@noa.test>' },
    publicUrl: 'https://noa.test',
    now: () => at,
    reportFailure: (cause: unknown) => {
      failures.push(cause);
    },
  };
  let any = true;
  while (any) {
    any = await sendNext(on, sending);
  }
}

export const minutesAfter = (moment: string | Date, minutes: number) =>
  new Date(new Date(moment).getTime() + minutes * 60_000);

const Update = `mutation ($id: ID!, $input: UpdateReportScheduleInput!) {
  updateReportSchedule(id: $id, input: $input) { ${scheduleFields} }
}`;
/** Changes a schedule as somebody. */
export const update = (by: Caller, id: string, input: object) => by.run(Update, { id, input });

/** Has the report of a schedule sent to whoever asks. */
export const SendTest = 'mutation ($id: ID!) { sendTestReport(id: $id) }';

export const ListSchedules =
  'query { reportSchedules(first: 50) { nodes { id viewerCanUpdate } totalCount } reportMailIsSetUp }';
