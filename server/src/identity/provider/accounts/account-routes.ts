import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountPage, recoveryPage, totpPage, browserOf } from '../pages/account-pages.ts';
import { accountTexts } from '../pages/account-texts.ts';
import { formOf, localeIn, send } from '../answering.ts';
import { accountClientId } from '../oidc/configuration.ts';
import { triedFrom } from '../sign-in/devices.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { pageTexts } from '../pages/page-texts.ts';
import { hashPassword } from '../sign-in/password.ts';
import { accountPath, providerPaths } from '../paths.ts';
import { hasFactor, removeFactor } from '../sign-in/factors.ts';
import { listPasskeys, addPasskey, askToMake, renamePasskey, type Ceremony } from '../sign-in/passkeys.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  hasTotp,
  makeRecoveryCodes,
  offerTotp,
  totpIn,
} from '../sign-in/second-factor.ts';
import { endSessions, listSessions } from '../oidc/sessions.ts';
import { newPasskeyPage } from '../pages/passkey-pages.ts';
import { faultOfNew } from './link-routes.ts';
import { changePassword } from './change-password.ts';
import { findUser, type Locale, type ProviderUser } from './user.queries.ts';

/** Seconds after a sign-in in which an account may be changed; later one signs in once more. */
const freshSeconds = 15 * 60;

type Said = keyof (typeof accountTexts)['ro']['saved'];

/** Somebody at the page of their account. */
interface Visitor {
  readonly user: ProviderUser;
  readonly uid: string;
  readonly isFresh: boolean;
  readonly locale: Locale;
}

type Handler = (visitor: Visitor, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** What parts of the page are served by. */
interface AccountRoutes {
  /** Where the page is. */
  readonly path: string;
  readonly look: (below: string, handler: Handler, asksFresh?: boolean) => unknown;
  /** For who has signed in a moment ago. */
  readonly change: (below: string, handler: Handler) => unknown;
  /** Back to the page, which says what was done. */
  readonly done: (reply: FastifyReply, said: Said) => FastifyReply;
}

/** The page of one's own account, for who is signed in at the provider in this browser. */
export function addAccount(routes: FastifyInstance, provider: EmbeddedProvider): void {
  const { db, realmPath } = provider;
  const path = realmPath + accountPath;

  /** Changes are made by who has signed in a moment ago. */
  const handle = (handler: Handler, asksFresh: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const visitor = await visitorOf(provider, request, reply);
    return visitor && (visitor.isFresh || !asksFresh)
      ? handler(visitor, request, reply)
      : reply.redirect(signInUrl(provider, visitor !== undefined), 303);
  };
  const look = (below: string, handler: Handler, asksFresh = false) =>
    routes.get(accountPath + below, handle(handler, asksFresh));
  const change = (below: string, handler: Handler) => routes.post(accountPath + below, handle(handler, true));
  const done = (reply: FastifyReply, said: Said) => reply.redirect(`${path}?done=${said}`, 303);

  look('', async (visitor, request, reply) => {
    const { done: what } = request.query as { done?: unknown };
    const { saved } = accountTexts[visitor.locale];
    // An address is whatever somebody makes it: `constructor` is in every object.
    const said = Object.entries(saved).find(([each]) => each === what)?.[1];
    return sendAccount(provider, reply, 200, visitor, { said });
  });
  const lead: Handler = async (_visitor, _request, reply) => reply.redirect(path, 303);
  look('/signed-in', lead);
  // Who changes the language of the page that a wrong password was answered with.
  look('/password', lead);

  change('/password', async (visitor, request, reply) => {
    const { user, uid, locale } = visitor;
    const form = formOf(request);
    const fault = faultOfNew(form, [user.email, user.name]);
    if (fault) {
      return sendAccount(provider, reply, 422, visitor, { fault: pageTexts[locale].choose.faults[fault] });
    }
    const checked = await provider.checkPassword({
      email: user.email,
      password: form.get('password') ?? '',
      from: triedFrom(provider, request),
    });
    if (checked.outcome !== 'right') {
      const { password } = accountTexts[locale];
      const said = checked.outcome === 'wrong' ? password.wrong : pageTexts[locale].failures.throttled;
      return sendAccount(provider, reply, checked.outcome === 'wrong' ? 422 : 429, visitor, { fault: said });
    }
    const hash = await hashPassword(form.get('new-password') ?? '');
    await db.transaction().execute((tx) => changePassword(tx, user.id, hash, { allBut: uid }));
    return done(reply, 'password');
  });

  look(
    '/totp',
    async (visitor, _request, reply) =>
      (await hasTotp(db, visitor.user.id)) ? reply.redirect(path, 303) : sendTotp(provider, reply, visitor),
    true,
  );
  change('/totp', async (visitor, request, reply) => {
    const { user, locale } = visitor;
    const typed = totpIn(formOf(request));
    if (!(await confirmTotp(provider, visitor, typed))) {
      return sendTotp(provider, reply, visitor, typed.carried);
    }
    return send(reply, 200, recoveryPage(locale, await makeRecoveryCodes(provider, user.id), `${path}/totp/kept`));
  });
  change('/totp/kept', async (_visitor, _request, reply) => done(reply, 'totp'));
  change('/codes', async ({ user, locale }, _request, reply) =>
    (await hasFactor(db, user.id))
      ? send(reply, 200, recoveryPage(locale, await makeRecoveryCodes(provider, user.id), `${path}/codes/kept`))
      : reply.redirect(path, 303),
  );
  change('/codes/kept', async (_visitor, _request, reply) => reply.redirect(path, 303));
  change('/totp/remove', async ({ user }, _request, reply) => {
    const isRemoved = await removeFactor(db, user.id, 'totp', provider.needsSecondFactor(user.roles));
    return isRemoved ? done(reply, 'removed') : reply.redirect(path, 303);
  });
  addAccountPasskeys({ path, look, change, done }, provider);

  change('/sessions/end', async ({ user }, request, reply) => {
    await endSessions(db, user.id, { uid: formOf(request).get('uid') ?? '' });
    return done(reply, 'ended');
  });
  change('/sessions/end-others', async ({ user, uid }, _request, reply) => {
    await endSessions(db, user.id, { allBut: uid });
    return done(reply, 'ended');
  });
}

/** @param carried - the offer that a wrong code was typed for. */
async function sendTotp(
  provider: EmbeddedProvider,
  reply: FastifyReply,
  visitor: Visitor,
  carried?: string,
): Promise<FastifyReply> {
  const isWrong = carried !== undefined;
  const action = `${provider.realmPath}${accountPath}/totp`;
  const offer = await offerTotp(provider, visitor, carried);
  return send(reply, isWrong ? 422 : 200, totpPage({ locale: visitor.locale, action, offer, isWrong }));
}

async function sendAccount(
  provider: EmbeddedProvider,
  reply: FastifyReply,
  status: number,
  { user, uid, locale }: Visitor,
  more: { said?: string | undefined; fault?: string },
): Promise<FastifyReply> {
  const { db, realmPath, publicUrl } = provider;
  const totp = {
    on: await hasTotp(db, user.id),
    codesLeft: await countRecoveryCodes(db, user.id),
  };
  const needed = provider.needsSecondFactor(user.roles);
  const passkeys = await listPasskeys(db, user.id);
  const sessions = await listSessions(db, user.id);
  const path = realmPath + accountPath;
  return send(
    reply,
    status,
    accountPage({ locale, path, home: `${publicUrl}/`, user, totp, needed, passkeys, sessions, here: uid, ...more }),
  );
}

/** Who is signed in at the provider in this browser: its cookie, which other sites cannot send with a form, says so. */
async function visitorOf(
  { db, oidc }: EmbeddedProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor | undefined> {
  const library = oidc();
  const session = await library.Session.get(library.createContext(request.raw, reply.raw));
  const user = session.accountId ? await findUser(db, session.accountId) : undefined;
  return (
    user && {
      user,
      uid: session.uid,
      isFresh: Date.now() / 1_000 - Number(session.loginTs ?? 0) < freshSeconds,
      locale: localeIn(request, user.locale),
    }
  );
}

/** Where one signs in to see one's account. Nobody exchanges the code that comes of it: what counts is the session. */
function signInUrl({ issuer }: EmbeddedProvider, again: boolean): string {
  const query = new URLSearchParams({
    client_id: accountClientId,
    redirect_uri: `${issuer}${accountPath}/signed-in`,
    response_type: 'code',
    scope: 'openid',
    state: randomBytes(8).toString('base64url'),
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
    ...(again && { prompt: 'login' }),
  });
  return `${issuer}${providerPaths.authorization}?${query}`;
}

/** Adds, names and removes passkeys, below the page of one's own account. */
function addAccountPasskeys({ look, change, done, path }: AccountRoutes, provider: EmbeddedProvider): void {
  const { db } = provider;
  const ceremonyOf = ({ uid }: Visitor): Ceremony => ({ for: 'making', uid });
  const pageOf = async (visitor: Visitor, agent: string | undefined, isRefused: boolean) =>
    newPasskeyPage({
      locale: visitor.locale,
      action: `${path}/passkey`,
      back: path,
      asked: await askToMake(provider, ceremonyOf(visitor), visitor.user),
      name: browserOf(agent ?? '') ?? 'Noa',
      isRefused,
    });

  look(
    '/passkey',
    async (visitor, { headers }, reply) => send(reply, 200, await pageOf(visitor, headers['user-agent'], false)),
    true,
  );
  change('/passkey', async (visitor, request, reply) => {
    const { user, locale } = visitor;
    if (!(await addPasskey(provider, ceremonyOf(visitor), user, formOf(request)))) {
      return send(reply, 422, await pageOf(visitor, request.headers['user-agent'], true));
    }
    // Who loses the only passkey gets in by a recovery code: they are given with the first.
    return (await countRecoveryCodes(db, user.id)) > 0
      ? done(reply, 'passkey')
      : send(reply, 200, recoveryPage(locale, await makeRecoveryCodes(provider, user.id), `${path}/passkey/kept`));
  });
  change('/passkey/kept', async (_visitor, _request, reply) => done(reply, 'passkey'));

  change('/passkeys/rename', async ({ user }, request, reply) => {
    const form = formOf(request);
    await renamePasskey(db, user.id, form.get('id') ?? '', form.get('name') ?? '');
    return done(reply, 'passkeyNamed');
  });
  change('/passkeys/remove', async ({ user }, request, reply) => {
    const passkey = formOf(request).get('id') ?? '';
    const isRemoved = await removeFactor(db, user.id, { passkey }, provider.needsSecondFactor(user.roles));
    return isRemoved ? done(reply, 'passkeyRemoved') : reply.redirect(path, 303);
  });
}
