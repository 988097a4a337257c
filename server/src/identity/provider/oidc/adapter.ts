import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { execute, findRow, hasRow } from '../../../database/statements.ts';
import type { Db } from '../../../database/database.ts';
import type { Keyring } from '../../../database/keys/keyring.ts';
import { findGatewayClient } from './gateway-clients.ts';

/**
 * Two tabs renew at the same moment with the same refresh token: for so long, in seconds, that is not theft (pitfalls.md).
 * Counted from the first use; using it again does not prolong it.
 */
const refreshGraceSeconds = 10;

/**
 * What a row is found by. A refresh token, a code or a session's cookie is the id of what it stands for: of those, only a hash is kept,
 * so that whoever reads the database, or a backup, can present none. What cannot be guessed needs no salt.
 */
export const itemKey = (id: string): string => createHash('sha256').update(id).digest('base64url');

/**
 * What is left of a session that has ended, for longer than a request takes: the library writes each session that it found once more when it
 * has answered, and one that had ended meanwhile would be there again, for twelve hours.
 */
export const asEnded = sql`consumed_at = now(), payload = '{}', expires_at = now() + interval '10 minutes'`;

/** Where oidc-provider keeps its sessions, grants, codes and refresh tokens: one table, one row each. */
export function createAdapter(db: Db, keyring: Keyring): (model: string) => Adapter {
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      refuseUnkept(payload);
      if (model === 'Session' && (await hasEnded(db, payload.uid))) {
        return; // nor does it go on under another id
      }
      const { grantId = null, userCode = null, uid = null } = payload;
      await execute(db)`
        insert into provider_item as i (model, id, payload, grant_id, user_code, uid, expires_at)
        values (${model}, ${itemKey(id)}, ${JSON.stringify(withoutSecrets(payload))}, ${grantId}, ${userCode}, ${uid},
          now() + make_interval(secs => ${expiresIn || null}))
        on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
          user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at
        where i.consumed_at is null`;
      if (model === 'Session' || model === 'Interaction') {
        await sweep(db);
      }
    },

    async find(id) {
      if (model === 'Client') {
        return findGatewayClient(db, keyring, id);
      }
      const found = await findItem(db, model, 'id', itemKey(id));
      return found && { ...found, jti: id };
    },
    // Without its own id, which nobody knows who has the other: found so, a session is looked at and never kept anew.
    findByUid: (uid) => findItem(db, model, 'uid', uid),
    findByUserCode: (userCode) => findItem(db, model, 'user_code', userCode),

    async consume(id) {
      const isConsumed = await hasRow(db)`
        update provider_item set consumed_at = now()
        where model = ${model} and id = ${itemKey(id)} and consumed_at is null returning id`;
      // Of two exchanges of one code at the same moment, both having found it unused, the later one ends here.
      if (!isConsumed && model !== 'RefreshToken') {
        throw new errors.InvalidGrant('already consumed');
      }
    },

    async destroy(id) {
      if (model === 'Session') {
        // Without its uid, which it may go on with under another id.
        await execute(db)`
          update provider_item set ${asEnded}, uid = null
          where model = 'Session' and id = ${itemKey(id)} and consumed_at is null`;
        return;
      }
      await db.deleteFrom('provider_item').where('model', '=', model).where('id', '=', itemKey(id)).execute();
    },

    async revokeByGrantId(grantId) {
      await db.deleteFrom('provider_item').where('model', '=', model).where('grant_id', '=', grantId).execute();
    },
  });
}

/** What is over and goes at once: more than a sign-in makes, and no more than it can wait for. */
const sweptAtOnce = 50;

/**
 * Takes away some of what is over, and from where sessions were used that are: each sign-in that is begun does so, as anybody may begin
 * thousands, and whoever signs in after them is not to wait for all.
 */
async function sweep(db: Db): Promise<void> {
  await execute(db)`
    delete from provider_item where (model, id) in (
      select model, id from provider_item where expires_at < now() limit ${sweptAtOnce} for update skip locked)`;
  await execute(db)`
    delete from provider_session_seen where uid in (
      select s.uid from provider_session_seen s where not exists (
        select from provider_item i where i.uid = s.uid and i.model = 'Session' and i.consumed_at is null and i.expires_at > now())
      limit ${sweptAtOnce} for update skip locked)`;
}

const hasEnded = (db: Db, uid = ''): Promise<boolean> => hasRow(db)`
  select from provider_item where uid = ${uid} and model = 'Session' and consumed_at is not null`;

/** As JSON writes a null character and half a surrogate pair, which PostgreSQL does not keep. */
const unkept = /\\u(0000|d[89a-f])/;

/** States, nonces and hints are kept as they were sent. */
function refuseUnkept(payload: AdapterPayload): void {
  if (unkept.test(JSON.stringify(payload))) {
    throw new errors.InvalidRequest('a parameter has characters that cannot be kept');
  }
}

/** An item without its own id, and a sign-in without that of the session it began in. */
function withoutSecrets({ jti: _own, ...payload }: AdapterPayload): AdapterPayload {
  if (!payload.session) {
    return payload;
  }
  const { cookie: _sessions, ...session } = payload.session;
  return { ...payload, session };
}

async function findItem(
  db: Db,
  model: string,
  column: 'id' | 'uid' | 'user_code',
  value: string,
): Promise<AdapterPayload | undefined> {
  if (value.includes('\0')) {
    return undefined; // nothing is kept under it, and PostgreSQL takes no such text
  }
  const grace = model === 'RefreshToken' ? refreshGraceSeconds : 0;
  const row = await findRow<{ payload: AdapterPayload; consumed: number | null }>(db)`
    select payload,
      case when consumed_at + make_interval(secs => ${grace}) <= now() then extract(epoch from consumed_at)::int end as consumed
    from provider_item
    where model = ${model} and ${sql.ref(column)} = ${value} and (expires_at is null or expires_at > now())`;
  if (!row || (model === 'Session' && row.consumed !== null)) {
    return undefined;
  }
  return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed };
}
