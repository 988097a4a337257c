import { FairQueue } from '../../database/connection/fair-queue.ts';
import type { SentStatement } from '../../database/connection/statements-together.ts';
import { readBearer, type TokenVerifier } from '../../identity/token.ts';
import { AssumedViewers, resolveViewer } from '../../identity/resolve-viewer.ts';
import type { Viewer } from '../../identity/viewer.ts';
import { Context } from '../../request/context.ts';
import type { ServerParts } from '../../request/context-parts.ts';
import { RequestBounds } from '../../request/request-bounds.ts';

/** Who asks is found out at the database that is written to, and nobody is assumed where queries may be read `elsewhere`. */
export interface AuthenticateOptions extends ServerParts {
  readonly verifyToken: TokenVerifier;
}

/**
 * Whoever asks and leaves faster than it can be found out who they are waits for themselves alone: what they left costs nothing more.
 * Who it is, nobody knows yet: by what they say of themselves.
 */
const arriving = new FairQueue({ atOnce: 6, perCaller: 4, waiting: 500 });

const staying = new AbortController().signal;

/** Who asks, as it was at the last request with the same token. */
export interface AssumedCaller {
  /** Reads nothing before PostgreSQL has been asked, in the same write, whether it is so still: if not, `AccountChanged` is thrown. */
  readonly context: Context;
  /** Whether it was found to be so, each time that something was read. */
  readonly isConfirmed: () => boolean;
}

/** Finds out who asks, anew for each request: a removed membership or a disabled org is noticed by the next one. */
export interface Authenticate {
  /**
   * @param client - aborted when the client goes.
   * @throws {AppError} `AuthenticationMalformed` for an absent, broken, expired or forged token.
   */
  (authorization: string | null, clientNetwork: string | null, client?: AbortSignal): Promise<Context>;
  /** The same for an operation that only reads lists, one answer of PostgreSQL sooner; undefined where nothing may be assumed. */
  readonly assume?: (
    authorization: string | null,
    clientNetwork: string | null,
    client: AbortSignal,
  ) => Promise<AssumedCaller | undefined>;
}

/** How callers are found out about, with tokens that `verifyToken` vouches for. */
export function createAuthenticate({ verifyToken, ...parts }: AuthenticateOptions): Authenticate {
  const assumed = new AssumedViewers();
  const contextOf = (
    authorization: string | null,
    viewer: Viewer,
    { clientNetwork, client }: { readonly clientNetwork: string | null; readonly client: AbortSignal | undefined },
    first?: SentStatement,
  ) => {
    const bounds = new RequestBounds({ name: viewer.actor, isGateway: viewer.isGateway }, client);
    const again = () => findViewer(authorization);
    return new Context({ ...parts, bounds, clientNetwork, viewer, resolveViewer: again, ...(first && { first }) });
  };
  const verified = async (authorization: string | null) => verifyToken(readBearer(authorization ?? undefined));
  const findViewer = async (authorization: string | null) =>
    resolveViewer(parts.db, await verified(authorization), assumed);

  const authenticate = async (authorization: string | null, clientNetwork: string | null, client?: AbortSignal) => {
    const releaseSlot = await arriving.take(authorization ?? '', client ?? staying);
    const viewer = await findViewer(authorization).finally(releaseSlot);
    return contextOf(authorization, viewer, { clientNetwork, client });
  };
  const assume: Authenticate['assume'] = async (authorization, clientNetwork, client) => {
    const token = await verified(authorization).catch(() => undefined); // why, says whoever authenticates
    const found = token && assumed.find(token);
    if (!found) {
      return undefined;
    }
    const told: boolean[] = [];
    const first = found.confirm((isSame) => told.push(isSame));
    const context = contextOf(authorization, found.viewer, { clientNetwork, client }, first);
    return { context, isConfirmed: () => told.length > 0 && told.every(Boolean) };
  };
  return Object.assign(authenticate, parts.elsewhere ? {} : { assume });
}
