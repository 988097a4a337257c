import type { Db } from '../database/database.ts';
import { FairQueue } from '../database/fair-queue.ts';
import type { IdSealer } from '../database/id-sealer.ts';
import type { Keyring } from '../database/keyring.ts';
import type { Notifications } from '../database/notifications.ts';
import { readBearer, type TokenVerifier } from '../identity/token.ts';
import { resolveViewer } from '../identity/viewer.ts';
import { Context } from './context.ts';
import { RequestBounds } from './request-bounds.ts';

export interface AuthenticateOptions {
  readonly db: Db;
  readonly notifications: Notifications;
  readonly verifyToken: TokenVerifier;
  /** What personal data is encrypted with. */
  readonly keys: Keyring;
  /** What ids and cursors are sealed with. */
  readonly ids: IdSealer;
  readonly reportInternal: (cause: unknown) => void;
}

/**
 * Whoever asks and leaves faster than it can be found out who they are waits for themselves alone: what they left costs nothing more.
 * Who it is, nobody knows yet: by what they say of themselves.
 */
const arriving = new FairQueue({ atOnce: 6, perCaller: 4, waiting: 500 });

const staying = new AbortController().signal;

/** Finds out who asks, anew for each request: a removed membership or a disabled org is noticed by the next one. */
export function createAuthenticate({ verifyToken, ...parts }: AuthenticateOptions) {
  /**
   * @param client - aborted when the client goes.
   * @throws {AppError} `AuthenticationMalformed` for an absent, broken, expired or forged token.
   */
  return async (authorization: string | null, clientNetwork: string | null, client?: AbortSignal): Promise<Context> => {
    const findViewer = async () => resolveViewer(parts.db, await verifyToken(readBearer(authorization ?? undefined)));
    const endTurn = await arriving.take(authorization ?? '', client ?? staying);
    const viewer = await findViewer().finally(endTurn);
    const bounds = new RequestBounds({ name: viewer.actor, isGateway: viewer.isGateway }, client);
    return new Context({ ...parts, bounds, clientNetwork, viewer, resolveViewer: findViewer });
  };
}
