import type { FastifyInstance, FastifyReply } from 'fastify';
import { formOf } from '../answering.ts';
import { rememberDevice, triedFrom } from './devices.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { findInteraction, finishSignIn, sendExpired, type Interaction, type LoginRequest } from './interaction.ts';
import type { SignInFailure } from '../pages/page-texts.ts';
import { credentialIn, takePasskey, type Ceremony } from './passkeys.ts';
import { loginPath } from '../paths.ts';
import { secondsUntil } from './sign-in.ts';
import { findUser } from '../accounts/user.queries.ts';

/** Where who signs in with a passkey alone is asked for it. */
export const signInCeremony = (uid: string): Ceremony => ({ for: 'sign-in', uid });

/** Shows the sign-in page once more. */
type SendLogin = (
  reply: FastifyReply,
  status: number,
  provider: EmbeddedProvider,
  interaction: Interaction,
  typed: { failure: SignInFailure },
) => Promise<FastifyReply>;

/** Signs in with a passkey alone: it proves that one has it and, by finger, face or PIN, that one is who made it. */
export function addPasskeySignIn(routes: FastifyInstance, provider: EmbeddedProvider, sendLogin: SendLogin): void {
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
