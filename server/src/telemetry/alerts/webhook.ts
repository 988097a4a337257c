import { createHmac, randomBytes } from 'node:crypto';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { AlertOccasion } from '@noa/domain/alert.ts';
import { PerDatabase } from '../../database/per-database.ts';
import { isPublicAddress, lookUpPublic, NotPublic } from './public-address.ts';
import type { IncidentRow } from './incident.queries.ts';

export interface WebhookSettings {
  /** Whether webhooks may go to addresses that are not public, and over http: for receivers in the same network. */
  readonly allowPrivate: boolean;
}

/** Where the webhooks of a database may go. */
export const webhooks = new PerDatabase<WebhookSettings>(() => ({ allowPrivate: false }));

/** Milliseconds that a call may take, its answer's head included. */
const callMs = 15_000;

/** How a secret is written, for whoever verifies with it. */
const secretPrefix = 'whsec_';

/** A secret to sign with; 32 bytes. */
export const newSecret = (): Buffer => randomBytes(32);

export const writtenSecret = (secret: Uint8Array): string => `${secretPrefix}${Buffer.from(secret).toString('base64')}`;

/** What a webhook tells: ids and what was looked for. Nothing of a person is in it, nor what people have typed. */
export const webhookBody = (occasion: AlertOccasion, incident: IncidentRow, now: Date): string =>
  JSON.stringify({
    type: `incident.${occasion}`,
    timestamp: now.toISOString(),
    data: {
      incidentId: incident.id,
      orgId: incident.org_id,
      ruleId: incident.rule_id,
      condition: incident.condition,
      readingKind: incident.reading_kind,
      level: incident.level,
      threshold: incident.threshold,
      minutes: incident.minutes,
      containerGroupId: incident.container_group_id,
      containerIds: incident.container_ids,
      openedAt: incident.opened_at.toISOString(),
    },
  });

/** The signature of a message by Standard Webhooks 1.0. */
const signatureOf = (secret: Uint8Array, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`;

export interface WebhookCall {
  readonly url: string;
  readonly secret: Uint8Array;
  /** The same for each try: by it a receiver tells repeats. */
  readonly id: string;
  readonly body: string;
  /** When it is called. */
  readonly now: Date;
}

/** What became of a call. */
export interface WebhookReply {
  /** Null where none came. */
  readonly status: number | null;
  readonly failure: 'webhook_refused' | 'webhook_gone' | 'webhook_unreachable' | 'webhook_not_public' | null;
}

/**
 * Tells a receiver, once. Redirects are not followed, and what else it answers than its status is not read: who may name an address
 * must not be able to look through us at what only we reach.
 *
 * @param leaving - aborted when the process ends: no answer is waited for then.
 */
export async function callWebhook(
  call: WebhookCall,
  settings: WebhookSettings,
  leaving?: AbortSignal,
): Promise<WebhookReply> {
  try {
    const status = await post(call, settings, leaving);
    if (status >= 200 && status < 300) {
      return { status, failure: null };
    }
    return { status, failure: status === 410 ? 'webhook_gone' : 'webhook_refused' };
  } catch (cause) {
    return { status: null, failure: cause instanceof NotPublic ? 'webhook_not_public' : 'webhook_unreachable' };
  }
}

function post(
  { url: text, secret, id, body, now }: WebhookCall,
  { allowPrivate }: WebhookSettings,
  leaving?: AbortSignal,
): Promise<number> {
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An address that is written out is not looked up.
  if (!allowPrivate && (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host)))) {
    return Promise.reject(new NotPublic());
  }
  const seconds = Math.floor(now.getTime() / 1000);
  const options: RequestOptions = {
    method: 'POST',
    agent: false, // each connection is looked up anew
    signal: AbortSignal.any([AbortSignal.timeout(callMs), ...(leaving ? [leaving] : [])]),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Noa',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatureOf(secret, id, seconds, body),
    },
    ...(!allowPrivate && { lookup: lookUpPublic }),
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const request = send(url, options, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    // With 101 no response comes, and no error: the connection is the receiver's to talk on, which we do not.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      resolve(statusCode);
      socket.destroy();
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('The connection ended before an answer came')));
    request.end(body);
  });
}
