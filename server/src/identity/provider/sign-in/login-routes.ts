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
import { askToShow, credentialIn, takePasskey, type Ceremony } from './passkeys.ts';
import { findUser, findUsers } from '../accounts/user.queries.ts';
import { secondsUntil } from './sign-in.ts';

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

  addPasskeySignIn(routes, provider);
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

/** Where who signs in with a passkey alone is asked for it. */
const signInCeremony = (uid: string): Ceremony => ({ for: 'sign-in', uid });

/** Signs in with a passkey alone: it proves that one has it and, by finger, face or PIN, that one is who made it. */
function addPasskeySignIn(routes: FastifyInstance, provider: EmbeddedProvider): void {
  const path = `${loginPath(':uid')}/passkey`;
  // Who changes the language of the page that the form was answered with.
  routes.get<LoginRequest>(path, async ({ params }, reply) =>
    reply.redirect(provider.realmPath + loginPath(encodeURIComponent(params.uid)), 303),
  );

  routes.post<LoginRequest>(path, async (request, reply) => {
    const interaction = await findInteraction(provider, request, reply);
    if (!interaction) {
      return sendExpired(provider, request, reply);
    }
    const shown = formOf(request).get('passkey') ?? '';
    // By the passkey's own id, which nobody can guess: who tries others holds nobody off.
    const from = triedFrom(provider, request);
    const counted = await provider.codeTries.count(`passkey ${credentialIn(shown) ?? ''}`, from);
    if ('retryAt' in counted) {
      reply.header('retry-after', secondsUntil(counted.retryAt));
      return sendLogin(reply, 429, provider, interaction, { failure: 'throttled' });
    }
    const id = await takePasskey(provider, signInCeremony(interaction.uid), shown);
    const user = id === undefined ? undefined : await findUser(provider.db, id);
    if (!user) {
      return sendLogin(reply, 401, provider, interaction, { failure: 'passkey' });
    }
    await provider.codeTries.giveBack(counted);
    rememberDevice(provider, reply, from.device);
    return finishSignIn(provider, request, reply, user, ['pop', 'mfa']);
  });
}
