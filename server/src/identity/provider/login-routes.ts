import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { formOf, localeIn, send } from './answering.ts';
import { demoUsers } from './demo-users.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';
import { firstLocale } from './language.ts';
import { expiredPage, loginPage } from './pages.ts';
import type { SignInFailure } from './page-texts.ts';
import { forgotPath, loginPath } from './paths.ts';
import { afterPassword } from './second-step-routes.ts';
import { findUsers, type Locale, type ProviderUser } from './user.queries.ts';

interface LoginRequest {
  Params: { uid: string };
}

/** A sign-in that this browser has begun. */
export interface Interaction {
  readonly uid: string;
  readonly locale: Locale;
}

/** The sign-in page. */
export function addLogin(routes: FastifyInstance, provider: EmbeddedProvider): void {
  routes.get<LoginRequest>(loginPath(':uid'), async (request, reply) => {
    const interaction = await findInteraction(provider, request, reply);
    return interaction ? sendLogin(reply, 200, provider, interaction) : sendExpired(provider, request, reply);
  });

  routes.post<LoginRequest>(loginPath(':uid'), async (request, reply) => {
    const interaction = await findInteraction(provider, request, reply);
    if (!interaction) {
      return sendExpired(provider, request, reply);
    }
    const form = formOf(request);
    const email = form.get('email') ?? '';
    const result = await provider.checkPassword({ email, password: form.get('password') ?? '', address: request.ip });
    if (result.outcome === 'throttled') {
      reply.header('retry-after', result.retryAfterSeconds);
      return sendLogin(reply, 429, provider, interaction, { email, failure: 'throttled' });
    }
    if (result.outcome === 'wrong') {
      return sendLogin(reply, 401, provider, interaction, { email, failure: 'wrong' });
    }
    const next = await afterPassword(provider, interaction, result.user);
    return next ? reply.redirect(next, 303) : finishSignIn(provider, request, reply, result.user, ['pwd']);
  });
}

/** The sign-in page was left open too long, or belongs to another browser. */
export const sendExpired = (
  { publicUrl }: EmbeddedProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => send(reply, 400, expiredPage(localeIn(request), `${publicUrl}/`));

/**
 * Everything that was asked has been answered: back to where the sign-in began.
 *
 * @param amr - how it was proved who somebody is (RFC 8176).
 */
export async function finishSignIn(
  provider: EmbeddedProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  user: ProviderUser,
  amr: string[],
): Promise<FastifyReply> {
  const result = { login: { accountId: user.id, remember: true, amr } };
  const next = await provider
    .oidc()
    .interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  return reply.redirect(next, 303);
}

/** The sign-in that this browser has begun, and no other: its cookie, which other sites cannot send, says so. */
export async function findInteraction(
  provider: EmbeddedProvider,
  request: FastifyRequest<LoginRequest>,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    const { uid, params } = await provider.oidc().interactionDetails(request.raw, reply.raw);
    return uid === request.params.uid
      ? { uid, locale: localeIn(request, firstLocale(params['ui_locales'])) }
      : undefined;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) {
      return undefined;
    }
    throw error;
  }
}

async function sendLogin(
  reply: FastifyReply,
  status: number,
  { db, realmPath, production, sendsMail }: EmbeddedProvider,
  { uid, locale }: Interaction,
  typed: { email?: string; failure?: SignInFailure } = {},
) {
  const accounts = production
    ? []
    : await findUsers(
        db,
        demoUsers.map(({ id }) => id),
      );
  return send(
    reply,
    status,
    loginPage({
      locale,
      action: realmPath + loginPath(uid),
      accounts,
      forgot: sendsMail ? realmPath + forgotPath : null,
      ...typed,
    }),
  );
}
