/** `npx noa user add`: see `usage`. Exit code 1 when the account or the org is refused, 2 when it could not be done. */
import { AppError, OperatorError } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { addMemberInput, orgMemberRoles } from '@noa/domain/member.ts';
import { findRow } from '../../database/statements.ts';
import { openDatabase, type Db } from '../../database/database.ts';
import { withInstallation, type Installation } from '../../database/installation.ts';
import { inviteAccount } from '../../identity/account.queries.ts';
import { localAccounts, type Invited } from '../../identity/local-accounts.ts';
import { createLocalAccounts, tellByMail } from '../../identity/provider/accounts/invitations.ts';
import { linkHours, publicLink } from '../../identity/provider/accounts/links.ts';
import type { Context } from '../../request/context.ts';
import { commandOf, readArguments, UsageError } from '../../process/arguments.ts';
import { runCommand, say } from '../../process/run-command.ts';
import { findOrg, operatorContext } from '../../request/operator.ts';
import { inviteMember } from './member-invitation.ts';
import { ofManager, ofOrg } from './member.queries.ts';
import { addMember } from './member.service.ts';

/** What somebody is for no org: who is above all of them, and a resident, who claims an apartment with a code. */
const rolesWithoutOrg = ['root', 'ara_user'] as const;
const givenRoles = [...rolesWithoutOrg, ...orgMemberRoles] as const;
type GivenRole = (typeof givenRoles)[number];

const isOfOrg = (role: GivenRole): role is (typeof orgMemberRoles)[number] =>
  orgMemberRoles.some((each) => each === role);

const usage = `npx noa user add <email> --role <role> [--org <org>]            makes an account, and a member of an organisation
npx noa user add <email> --manager <manager> --org <org>       one who looks after the entrances of a property administrator

--role <role>         ${givenRoles.join(', ')}; again for another; left out where OIDC_AUTHORITY keeps the accounts
--org <org>           by name or id; an administrator (root) and a resident (ara_user), who claims an apartment with a code, have none
--manager <manager>   by name or id
--language <ro|en>    of the invitation; ro by itself
--link                prints the link by which they choose a password, as is done without a mail server, and sends no mail
`;

interface Asked {
  readonly email: string;
  readonly roles: readonly GivenRole[];
  readonly org: string | undefined;
  readonly manager: string | undefined;
  readonly locale: 'ro' | 'en';
  /** Whether the link is printed though there is a mail server. */
  readonly link: boolean;
}

/** @throws {UsageError} for words it does not know; `OperatorError` for what does not go together; `AppError` for an address that is none. */
function readAsked(words: readonly string[]): Asked {
  const { args } = commandOf(words, ['user']);
  const { positionals, values } = readArguments(args, {
    takes: ['add', '<email>'],
    options: {
      role: { type: 'string', multiple: true, default: [] },
      org: { type: 'string' },
      manager: { type: 'string' },
      language: { type: 'string', default: 'ro' },
      link: { type: 'boolean', default: false },
    },
  });
  const [task, address] = positionals;
  const { role, org, manager, language: locale, link } = values;
  const roles = givenRoles.filter((each) => role.includes(each));
  if (task !== 'add') {
    throw new UsageError(`There is no command "user ${task}".`);
  }
  if (roles.length !== new Set(role).size) {
    throw new OperatorError(`Roles are ${givenRoles.join(', ')}; who looks after entrances is named with --manager.`);
  }
  if (locale !== 'ro' && locale !== 'en') {
    throw new OperatorError('--language is ro or en.');
  }
  if (manager !== undefined && roles.length > 0) {
    throw new OperatorError('With --manager no role is given: its members look after its entrances.');
  }
  if (org === undefined && (manager !== undefined || roles.some(isOfOrg))) {
    throw new OperatorError('Say with --org of which organisation.');
  }
  if (org !== undefined && roles.length > 0 && !roles.some((each) => each !== 'ara_user')) {
    throw new OperatorError('A resident is of no organisation: they claim an apartment with a code. Leave --org out.');
  }
  return { email: parseInput(addMemberInput, { email: address }).email, roles, org, manager, locale, link };
}

/** How somebody with several roles was told of them: once. */
interface Told {
  isInvited: boolean;
  /** Null where a mail tells them. */
  link: string | null;
}

/** Says who keeps the accounts: Noa does. Without a mail server the link is kept to be printed. */
function keepAccounts({ db, settings }: Installation, providerDb: Db, asked: Asked): Told {
  const told: Told = { isInvited: false, link: null };
  const makeLink = (userId: string) =>
    providerDb.transaction().execute((tx) => publicLink(tx, settings.publicUrl, 'invitation', userId));
  const tell = async (invited: Invited, userId: string) => {
    if (told.isInvited) {
      return;
    }
    told.isInvited = true;
    if (asked.link || settings.mail === null) {
      told.link = await makeLink(userId);
    } else {
      await tellByMail(providerDb, invited);
    }
  };
  localAccounts.set(db, createLocalAccounts(providerDb, tell));
  return told;
}

async function findManager(context: Context, orgId: string, named: string): Promise<{ id: string; name: string }> {
  const manager = await context.read(
    'manager:read',
    (tx) => findRow<{ id: string; name: string }>(tx)`
      select id, name from manager where org_id = ${orgId} and (id::text = ${named} or name_key = sort_key(${named}))`,
  );
  if (!manager) {
    throw new OperatorError(`The organisation has no property administrator called ${named}.`);
  }
  return manager;
}

/** Adds a member as the console does; who is one already, and has signed in, is left as they are. */
async function addOnce(adding: Promise<unknown>): Promise<void> {
  try {
    await adding;
  } catch (error) {
    if (!(error instanceof AppError && error.fields?.['email'] === 'form.alreadyMember')) {
      throw error;
    }
  }
}

/** Makes the account and the memberships. @returns what they are now, as a sentence ends. */
async function add({ db }: Installation, context: Context, asked: Asked): Promise<string> {
  const { email, roles, locale, manager } = asked;
  const org = asked.org === undefined ? undefined : await findOrg(db, asked.org);
  const invite = (role: GivenRole, invitedTo: string) => inviteMember(context, { email, role, locale, invitedTo });
  if (org && manager !== undefined) {
    const found = await findManager(context, org.id, manager);
    await addOnce(addMember(context, ofManager, found.id, { email, locale }));
    return `a member of the property administrator ${found.name}, of ${org.name}`;
  }
  if (org) {
    const given = roles.filter(isOfOrg);
    await addOnce(addMember(context, ofOrg, org.id, { email, locale, role: given[0] }));
    for (const role of given) {
      await invite(role, org.name);
    }
  }
  if (roles.includes('root')) {
    await context.write('account:write', (tx) => inviteAccount(tx, email));
    await invite('root', 'Noa');
  }
  if (roles.includes('ara_user')) {
    await invite('ara_user', 'Noa');
  }
  const what = roles.length > 0 ? `, as ${roles.join(', ')}` : '';
  return org
    ? `a member of ${org.name}${what}`
    : `${roles.includes('root') ? 'an administrator' : 'a resident'}${what}`;
}

async function addUser(installation: Installation, asked: Asked): Promise<void> {
  const { settings, logins } = installation;
  const context = await operatorContext(installation);
  if (settings.oidc.authority !== null) {
    if (asked.roles.length > 0) {
      throw new OperatorError('OIDC_AUTHORITY keeps the accounts: give the roles there, and leave --role out.');
    }
    say(`${asked.email} is ${await add(installation, context, asked)}, once they sign in with this address.`);
    return;
  }
  if (asked.roles.length === 0 && asked.manager === undefined) {
    throw new OperatorError(`Say with --role what they may do: ${givenRoles.join(', ')}.`);
  }
  const providerDb = openDatabase(logins.provider, { max: 1 });
  try {
    const told = keepAccounts(installation, providerDb, asked);
    say(`${asked.email} is ${await add(installation, context, asked)}.`);
    if (told.link !== null) {
      say(`Whoever opens this link within ${linkHours.invitation / 24} days chooses the password; it works once:`);
      say(told.link);
    } else {
      say(told.isInvited ? 'A mail invites them as soon as a server runs.' : 'They have a password already.');
    }
  } finally {
    await providerDb.destroy();
  }
}

async function run(words: readonly string[]): Promise<void> {
  const asked = readAsked(words);
  await withInstallation(say, (installation) => addUser(installation, asked));
}

/** A refusal in words. */
const refusalOf = ({ message, fields }: AppError): string =>
  fields?.['email'] === undefined ? message : 'This is no e-mail address.';

await runCommand({
  usage,
  run,
  refusalOf: (error) => (error instanceof AppError ? refusalOf(error) : undefined),
});
