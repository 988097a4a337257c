import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What proxies give: letters, digits and a few signs, and nothing that a log or a header could be led astray by. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

const current = new AsyncLocalStorage<string>();

/**
 * By which one request is found in the logs of the proxy, of the server, and in what the client was told.
 *
 * @param sent - the header `X-Request-Id`; taken over if it is well formed, and made otherwise.
 */
export const requestIdOf = (sent: string | readonly string[] | undefined): string =>
  typeof sent === 'string' && wellFormed.test(sent) ? sent : randomUUID();

/** Does `work` as part of a request: what it logs carries the id. */
export const inRequest = <T>(requestId: string, work: () => T): T => current.run(requestId, work);

/** Of the request that the running code belongs to; undefined for jobs and messages. */
export const currentRequestId = (): string | undefined => current.getStore();
