import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { OperatorError } from '@noa/domain/errors.ts';
import { keyRows, lockKeysShared, type KeyRow, type Keyring } from '../keys/keyring.ts';
import { Sealer } from '../keys/sealing.ts';
import { refusePooler } from '../connection/refuse-pooler.ts';
import { sessionOf } from '../connection/session.ts';
import { withClient } from '../connection/with-client.ts';

/** What a server signs in to PostgreSQL with once the migrations have run. */
export interface Logins {
  /** The application's: row-level security holds for it, and it owns nothing. */
  readonly app: string;
  /** The embedded OpenID provider's: its own tables, and no other. */
  readonly provider: string;
}

/** What a login may not be able to do, or the rights of its role would bound nothing. */
interface Rights {
  readonly name: string;
  readonly superuser: boolean;
  readonly bypasses: boolean;
  readonly administers: boolean;
  readonly owns: boolean;
  readonly temporary: boolean;
  readonly creates: boolean;
  readonly member: boolean;
}

/**
 * Makes the logins of this database where they are missing, with passwords that are kept in it, encrypted with the data key:
 * servers that share a database sign in alike. Roles belong to the whole cluster, so their names say which database's they are.
 * The owner's connection is closed again.
 *
 * @param ownerUrl - of a migrated database; its user owns the database and may create roles.
 */
export async function openLogins(ownerUrl: string, keyring: Keyring): Promise<Logins> {
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ oid: string }>(
      'select oid::text from pg_database where datname = current_database()',
    );
    await client.query(lockKeysShared);
    const sealer = new Sealer(keyring.keysOf((await client.query<KeyRow>(keyRows)).rows), 'application-login');
    const login = async (kind: 'app' | 'provider') => {
      const name = `noa_${kind}_${rows[0]?.oid}`;
      return urlFor(ownerUrl, name, await passwordOf(client, sealer, name, `noa_${kind}`));
    };
    return { app: await login('app'), provider: await login('provider') };
  });
}

/**
 * Takes from everybody but the owner the right to make temporary objects, which belongs to each new database.
 *
 * @param ownerUrl - as for `openLogins`.
 */
export const closeDatabase = (ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ statement: string }>(
      `select format('revoke temporary on database %I from public', current_database()) as statement
      where has_database_privilege('public', current_database(), 'temporary')`,
    );
    for (const { statement } of rows) {
      await client.query(statement);
    }
  });

/**
 * Refuses a login by which more could be done than the application may.
 *
 * @throws {OperatorError} with one sentence that says what is to be taken from it, or given.
 */
export async function refusePrivilegedLogin(appUrl: string): Promise<void> {
  return withClient(sessionOf(appUrl, 'application'), async (client) => {
    await refusePooler(client, 'application', 'DATABASE_APP_URL');
    const { rows } = await client.query<Rights>(`
      select current_user as name, rolsuper as superuser, rolbypassrls as bypasses,
        rolcreaterole or rolcreatedb or rolreplication as administers,
        exists (select from pg_class where relnamespace = 'public'::regnamespace
          and pg_has_role(current_user, relowner, 'member')) as owns,
        has_database_privilege(current_database(), 'temporary') as temporary,
        has_schema_privilege('public', 'create') as creates,
        pg_has_role(current_user, 'noa_app', 'usage') as member
      from pg_roles where rolname = current_user`);
    const wrong = rows[0] && excess(rows[0]);
    if (wrong) {
      throw new OperatorError(`The application's login ${rows[0]?.name} ${wrong}`);
    }
  });
}

function excess(rights: Rights): string | null {
  const { name } = rights;
  const found: readonly (readonly [boolean, string])[] = [
    [rights.superuser, `is a superuser: alter role "${name}" nosuperuser.`],
    [rights.bypasses, `passes row-level security: alter role "${name}" nobypassrls.`],
    [rights.administers, `may do more than sign in: alter role "${name}" nocreaterole nocreatedb noreplication.`],
    [rights.owns, 'is the owner of tables, or a member of the role that is; it must be a login of its own.'],
    [rights.temporary, 'may create temporary objects: revoke temporary on the database from public and from it.'],
    [rights.creates, `may create objects in the schema public: revoke create on schema public from "${name}".`],
    [!rights.member, `is not a member of noa_app: grant noa_app to "${name}".`],
  ];
  return found.find(([holds]) => holds)?.[1] ?? null;
}

/** The password of a login, which is made if there is none. */
async function passwordOf(client: pg.Client, sealer: Sealer, name: string, role: string): Promise<string> {
  const { rows } = await client.query<{ cipher: Buffer }>(
    `select l.password_cipher as cipher from application_login l join pg_roles r on r.rolname = l.name where l.name = $1`,
    [name],
  );
  if (rows[0]) {
    return sealer.open(rows[0].cipher, [name]).toString();
  }
  const password = randomBytes(24).toString('base64url');
  const { rowCount: known } = await client.query('select from pg_roles where rolname = $1', [name]);
  await client.query(`${known ? 'alter' : 'create'} role ${name} login password '${verifierOf(password)}'`);
  await client.query(`grant ${role} to ${name}`);
  await client.query(
    `insert into application_login (name, password_cipher) values ($1, $2)
    on conflict (name) do update set password_cipher = excluded.password_cipher`,
    [name, sealer.seal(Buffer.from(password), [name])],
  );
  return password;
}

/** What PostgreSQL keeps of a password (RFC 5803), worked out here: the password itself would be in its log of statements. */
function verifierOf(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}

/** The same database, for another user. */
export function urlFor(url: string, user: string, password: string): string {
  const [, protocol, address = '', query = ''] = /^(\w+:\/\/)(?:[^@/?]*@)?([^?]*)\??(.*)$/.exec(url) ?? [];
  // Given as parameters they would count for more than those in front.
  const parameters = query.split('&').filter((each) => each !== '' && !/^(user|password)=/.test(each));
  const rest = parameters.length > 0 ? `?${parameters.join('&')}` : '';
  return `${protocol}${encodeURIComponent(user)}:${encodeURIComponent(password)}@${address}${rest}`;
}

/** In one transaction, one server at a time: two that start at once would each make the roles. */
async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(sessionOf(url, 'owner'), async (client) => {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtext('noa.logins'))`);
    const done = await work(client);
    await client.query('commit');
    return done;
  });
}
