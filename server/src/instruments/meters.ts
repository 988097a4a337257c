import { Counter, Histogram, Registry } from 'prom-client';
import { alertChannels, alertConditions, alertFailures } from '@noa/domain/alert.ts';
import { errorCodes } from '@noa/domain/errors.ts';
import { scheduleFailures } from '@noa/domain/reporting/report-schedule.ts';

/**
 * What this process counts as it happens, for `/metrics` (decision 41). Labels are words of ours, of closed lists: nothing that was sent,
 * no org and no person is among them, so that they stay few and tell nothing of anybody.
 */
export const meters = new Registry();

const registers = [meters];

/** Of what a person waits for: from a list's page to the longest that an operation may take. */
const waitBuckets = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

export const httpRequests = new Counter({
  name: 'noa_http_requests_total',
  help: 'Requests that were answered, by the route they came to.',
  labelNames: ['method', 'route', 'status'],
  registers,
});

export const httpSeconds = new Histogram({
  name: 'noa_http_request_duration_seconds',
  help: 'From a request coming in to its answer being sent; live feeds and downloads last as long as they are open.',
  labelNames: ['route'],
  buckets: waitBuckets,
  registers,
});

export const operationSeconds = new Histogram({
  name: 'noa_graphql_operation_duration_seconds',
  help: 'Operations of the API over HTTP and MQTT, their turn waited for included, by the field of the schema that they ask.',
  labelNames: ['type', 'field'],
  buckets: waitBuckets,
  registers,
});

export const errorsReported = new Counter({
  name: 'noa_graphql_errors_total',
  help: 'Errors that callers were told, by their code; those of code Internal were not meant to be.',
  labelNames: ['code'],
  registers,
});

/** Where a read was done that may be done at the replica of DATABASE_READ_URL, or why at the primary after all (decision 92). */
const readOutcomes = ['replica', 'behind', 'away', 'failed'] as const;
export const replicaReads = new Counter({
  name: 'noa_replica_reads_total',
  help: 'Reads that may be done at the replica: done there, or at the primary as it was behind, was away or failed.',
  labelNames: ['outcome'],
  registers,
});

export const messages = new Counter({
  name: 'noa_messages_total',
  help: 'Card events and status updates of locks that were received: accepted, known already, or refused.',
  labelNames: ['kind', 'outcome'],
  registers,
});

export const messageDelays = new Histogram({
  name: 'noa_message_delay_seconds',
  help: 'From what a lock saw to its receipt, of accepted messages whose clock was believed.',
  labelNames: ['kind'],
  buckets: [1, 5, 15, 60, 300, 900, 3_600, 14_400, 43_200, 86_400, 259_200, 604_800],
  registers,
});

export const clocksCorrected = new Counter({
  name: 'noa_messages_clock_corrected_total',
  help: 'Accepted messages whose clock could not be right, and which were given the time of their receipt.',
  labelNames: ['kind'],
  registers,
});

export const reportMails = new Counter({
  name: 'noa_report_mails_total',
  help: 'Attempts to send a report by e-mail, by what came of them and why.',
  labelNames: ['state', 'failure'],
  registers,
});

export const incidentsOpened = new Counter({
  name: 'noa_incidents_opened_total',
  help: 'Incidents that rules of alerts have opened, by what the rule looks for.',
  labelNames: ['condition'],
  registers,
});

export const alertDeliveries = new Counter({
  name: 'noa_alert_deliveries_total',
  help: 'Attempts to tell somebody of an incident, by e-mail or webhook, by what came of them and why.',
  labelNames: ['channel', 'state', 'failure'],
  registers,
});

// Told as 0 from the beginning: Prometheus sees no increase in what was not there before, and the first failure would raise no alert.
errorCodes.forEach((code) => errorsReported.inc({ code }, 0));
readOutcomes.forEach((outcome) => replicaReads.inc({ outcome }, 0));
scheduleFailures.forEach((failure) => reportMails.inc({ state: 'failed', failure }, 0));
reportMails.inc({ state: 'unknown', failure: 'no_answer' }, 0);
alertConditions.forEach((condition) => incidentsOpened.inc({ condition }, 0));
for (const channel of alertChannels) {
  alertDeliveries.inc({ channel, state: 'sent', failure: 'none' }, 0);
  alertFailures[channel].forEach((failure) => alertDeliveries.inc({ channel, state: 'failed', failure }, 0));
}
for (const kind of ['card_event', 'status_update']) {
  ['accepted', 'duplicate', 'rejected'].forEach((outcome) => messages.inc({ kind, outcome }, 0));
  clocksCorrected.inc({ kind }, 0);
}
