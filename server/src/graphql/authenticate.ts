import type { Db } from '../database/database.ts';
import type { Keyring } from '../database/keyring.ts';
import type { Notifications } from '../database/notifications.ts';
import { readBearer, type TokenVerifier } from '../identity/token.ts';
import { resolveViewer } from '../identity/viewer.ts';
import { Context } from './context.ts';

export interface AuthenticateOptions {
  readonly db: Db;
  readonly notifications: Notifications;
  readonly verifyToken: TokenVerifier;
  /** What personal data is encrypted with. */
  readonly keys: Keyring;
  readonly reportInternal: (cause: unknown) => void;
}

/** Finds out who asks, anew for each request: a removed membership or a disabled org is noticed by the next one. */
export function createAuthenticate({ verifyToken, ...parts }: AuthenticateOptions) {
  /** @throws {AppError} `AuthenticationMalformed` for an absent, broken, expired or forged token. */
  return async (authorization: string | null, clientNetwork: string | null): Promise<Context> => {
    const findViewer = async () => resolveViewer(parts.db, await verifyToken(readBearer(authorization ?? undefined)));
    return new Context({ ...parts, clientNetwork, viewer: await findViewer(), resolveViewer: findViewer });
  };
}
