import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { localeIn, send } from '../answering.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { firstLocale } from '../pages/language.ts';
import { expiredPage } from '../pages/pages.ts';
import type { Locale, ProviderUser } from '../accounts/user.queries.ts';

/** A request of a page of one sign-in. */
export interface LoginRequest {
  Params: { uid: string };
}

/** A sign-in that this browser has begun. */
export interface Interaction {
  readonly uid: string;
  readonly locale: Locale;
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
