import type { FastifyInstance, FastifyReply } from 'fastify';
import { formOf, send } from '../answering.ts';
import { demoUsers } from '../demo-users.ts';
import { rememberDevice, triedFrom } from './devices.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { findInteraction, finishSignIn, sendExpired, type Interaction, type LoginRequest } from './interaction.ts';
import { loginPage } from '../pages/pages.ts';
import type { SignInFailure } from '../pages/page-texts.ts';
import { askPaths, loginPath } from '../paths.ts';
import { afterPassword } from './second-step-routes.ts';
import { addPasskeySignIn, signInCeremony } from './passkey-sign-in.ts';
import { askToShow } from './passkeys.ts';
import { findUsers } from '../accounts/user.queries.ts';

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
    const from = triedFrom(provider, request);
    const result = await provider.checkPassword({ email, password: form.get('password') ?? '', from });
    if (result.outcome === 'throttled') {
      reply.header('retry-after', result.retryAfterSeconds);
      return sendLogin(reply, 429, provider, interaction, { email, failure: 'throttled' });
    }
    if (result.outcome !== 'right') {
      return sendLogin(reply, 401, provider, interaction, { email, failure: result.outcome });
    }
    rememberDevice(provider, reply, from.device);
    const next = await afterPassword(provider, interaction, result.user);
    return next ? reply.redirect(next, 303) : finishSignIn(provider, request, reply, result.user, ['pwd']);
  });

  addPasskeySignIn(routes, provider, sendLogin);
}

async function sendLogin(
  reply: FastifyReply,
  status: number,
  provider: EmbeddedProvider,
  { uid, locale }: Interaction,
  typed: { email?: string; failure?: SignInFailure } = {},
): Promise<FastifyReply> {
  const { db, realmPath, production, sendsMail } = provider;
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
      asked: await askToShow(provider, signInCeremony(uid)),
      asks: sendsMail ? askPaths.map(({ purpose, path }) => ({ purpose, href: realmPath + path })) : [],
      ...typed,
    }),
  );
}
