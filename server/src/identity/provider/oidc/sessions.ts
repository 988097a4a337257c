import { sql } from 'kysely';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { execute, findRows } from '../../../database/statements.ts';
import type { Db, Tx } from '../../../database/database.ts';
import type { Row } from '../../../database/tables.ts';
import { asEnded } from './adapter.ts';

/** A browser in which somebody is signed in; its address is empty where it was not noted. */
export type SignedIn = Omit<Row<'provider_session_seen'>, 'user_id'>;

/** What is kept of a browser's name. */
const agentLength = 300;

/** Notes from where a session is used: at each sign-in, and when its tokens are renewed. */
export function addSessionList(provider: Provider, db: Db): void {
  provider.use(async (ctx, next) => {
    await next();
    const oidc = (ctx as Partial<KoaContextWithOIDC>).oidc;
    const agent = ctx
      .get('user-agent')
      .replaceAll(/\p{Cc}/gu, '')
      .slice(0, agentLength);
    const { session } = oidc ?? {};
    const token = oidc?.entities.RefreshToken;
    if (session?.accountId && !('destroyed' in session && session.destroyed)) {
      await note(db, session.uid, session.accountId, ctx.ip, agent);
    } else if (token?.sessionUid && token.accountId && ctx.status === 200) {
      await note(db, token.sessionUid, token.accountId, ctx.ip, agent);
    }
  });
}

const note = (db: Db, uid: string, userId: string, address: string, agent: string): Promise<void> => execute(db)`
  insert into provider_session_seen (uid, user_id, address, agent)
  select ${uid}, id, ${address}, ${agent} from provider_user where id::text = ${userId}
  on conflict (uid) do update set seen_at = now(), address = excluded.address, agent = excluded.agent,
    user_id = excluded.user_id`;

/** Where somebody is signed in, the last used first. */
export const listSessions = (db: Db, userId: string): Promise<SignedIn[]> => findRows<SignedIn>(db)`
  select i.uid, coalesce(s.address, '') as address, coalesce(s.agent, '') as agent,
    coalesce(s.began_at, to_timestamp((i.payload ->> 'loginTs')::double precision)) as began_at,
    coalesce(s.seen_at, to_timestamp((i.payload ->> 'loginTs')::double precision)) as seen_at
  from provider_item i left join provider_session_seen s on s.uid = i.uid
  where i.model = 'Session' and i.payload ->> 'accountId' = ${userId} and i.expires_at > now()
  order by seen_at desc`;

/** Which sessions of somebody's are ended. */
export type Ended = { readonly uid: string } | { readonly allBut: string } | 'all';

/**
 * Ends sessions of somebody's, with everything that was given out in them: no token is renewed any more. Access tokens that are out
 * last for five minutes at most. Whoever ends more than one session has every sign-in begin anew, too, whose password was typed already: its
 * answer would make a session for as long as the sign-in may take.
 *
 * @returns how many sessions there were.
 */
export async function endSessions(db: Db | Tx, userId: string, which: Ended): Promise<number> {
  const ofSession = (uid: ReturnType<typeof sql>) =>
    which === 'all'
      ? sql<boolean>`true`
      : 'uid' in which
        ? sql<boolean>`${uid} = ${which.uid}`
        : sql<boolean>`${uid} is distinct from ${which.allBut}`;
  // What a session was is gone at once; that it has ended is kept for a moment, in which a request may still hold it (adapter.ts).
  const rows = await findRows(db)`
    update provider_item set ${asEnded}
    where payload ->> 'accountId' = ${userId} and model = 'Session' and expires_at > now() and ${ofSession(sql`uid`)}
    returning model`;
  await execute(db)`
    delete from provider_item where payload ->> 'accountId' = ${userId}
      and model in ('RefreshToken', 'AuthorizationCode') and ${ofSession(sql`payload ->> 'sessionUid'`)}`;
  if (which === 'all' || 'allBut' in which) {
    await execute(db)`
      delete from provider_item where model = 'SecondStep' and payload ->> 'accountId' = ${userId}
        or model = 'Interaction' and payload #>> '{result,login,accountId}' = ${userId}`;
  }
  await execute(db)`delete from provider_session_seen where user_id = ${userId} and ${ofSession(sql`uid`)}`;
  return rows.length;
}
