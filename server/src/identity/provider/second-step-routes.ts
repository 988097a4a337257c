import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codePage, recoveryPage, totpPage } from './account-pages.ts';
import { accountTexts } from './account-texts.ts';
import { createAdapter } from './adapter.ts';
import { formOf, send } from './answering.ts';
import type { EmbeddedProvider } from './embedded-provider.ts';
import { findInteraction, finishSignIn, sendExpired, type Interaction } from './interaction.ts';
import { pageTexts } from './page-texts.ts';
import { loginPath } from './paths.ts';
import { hasTotp, makeRecoveryCodes, offerTotp, takeRecoveryCode, takeTotp } from './second-factor.ts';
import { findUser, type ProviderUser } from './user.queries.ts';

/** Seconds in which the code is to be typed after the password. */
const stepSeconds = 600;
const model = 'SecondStep';

/** A sign-in whose password was right. */
interface Step {
  readonly accountId: string;
  /** Whether nothing more is to be asked: the recovery codes are being written down. */
  readonly isDone: boolean;
}

type StepHandler = (
  step: { readonly user: ProviderUser; readonly isDone: boolean; readonly interaction: Interaction },
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/**
 * Goes on after the password: to the code, to setting codes up where a role asks for them, or in.
 *
 * @returns where the browser goes.
 */
export async function afterPassword(
  provider: EmbeddedProvider,
  { uid }: Interaction,
  user: ProviderUser,
): Promise<string | null> {
  const asks = await hasTotp(provider.db, user.id);
  if (!asks && !provider.needsSecondFactor(user.roles)) {
    return null;
  }
  await keepStep(provider, uid, { accountId: user.id, isDone: false });
  return `${provider.realmPath}${loginPath(uid)}/${asks ? 'code' : 'totp'}`;
}

const keepStep = ({ db, keyring }: EmbeddedProvider, uid: string, step: Step): Promise<unknown> =>
  Promise.resolve(createAdapter(db, keyring)(model).upsert(uid, { ...step, kind: model }, stepSeconds));

/** The questions after the password. */
export function addSecondStep(routes: FastifyInstance, provider: EmbeddedProvider): void {
  const { db, keyring, realmPath } = provider;
  const handle =
    (handler: StepHandler) => async (request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) => {
      const interaction = await findInteraction(provider, request, reply);
      const step = interaction && ((await createAdapter(db, keyring)(model).find(interaction.uid)) as Step | undefined);
      const user = step && (await findUser(db, step.accountId));
      return interaction && user
        ? handler({ user, isDone: step.isDone, interaction }, request, reply)
        : sendExpired(provider, request, reply);
    };
  const path = (uid: string, name: string) => `${realmPath}${loginPath(uid)}/${name}`;

  routes.get(
    `${loginPath(':uid')}/code`,
    handle(async ({ interaction: { uid, locale } }, _request, reply) =>
      send(reply, 200, codePage(locale, path(uid, 'code'))),
    ),
  );
  routes.post(
    `${loginPath(':uid')}/code`,
    handle(async ({ user, interaction }, request, reply) => {
      const { uid, locale } = interaction;
      const counted = await provider.codeTries.count(user.email.toLowerCase(), request.ip);
      if ('retryAt' in counted) {
        return send(reply, 429, codePage(locale, path(uid, 'code'), pageTexts[locale].failures.throttled));
      }
      const code = formOf(request).get('code') ?? '';
      if (!(await takeTotp(provider, user, code)) && !(await takeRecoveryCode(provider, user.id, code))) {
        return send(reply, 401, codePage(locale, path(uid, 'code'), accountTexts[locale].code.wrong));
      }
      await provider.codeTries.giveBack(counted);
      return finishSignIn(provider, request, reply, user, ['pwd', 'otp']);
    }),
  );

  // Where a role asks for codes and none are set up yet. Who has them set up is asked for one, and not shown another secret.
  routes.get(
    `${loginPath(':uid')}/totp`,
    handle(async ({ user, interaction: { uid, locale } }, _request, reply) => {
      if (await hasTotp(db, user.id)) {
        return reply.redirect(path(uid, 'code'), 303);
      }
      const reason = accountTexts[locale].totp.neededNow;
      const offer = await offerTotp(provider, user);
      return send(reply, 200, totpPage({ locale, action: path(uid, 'totp'), offer, reason, isWrong: false }));
    }),
  );
  routes.post(
    `${loginPath(':uid')}/totp`,
    handle(async ({ user, interaction: { uid, locale } }, request, reply) => {
      if (await hasTotp(db, user.id)) {
        return reply.redirect(path(uid, 'code'), 303);
      }
      if (!(await takeTotp(provider, user, formOf(request).get('code') ?? '', true))) {
        const offer = await offerTotp(provider, user);
        return send(reply, 422, totpPage({ locale, action: path(uid, 'totp'), offer, isWrong: true }));
      }
      await keepStep(provider, uid, { accountId: user.id, isDone: true });
      return send(reply, 200, recoveryPage(locale, await makeRecoveryCodes(provider, user.id), path(uid, 'done')));
    }),
  );
  routes.post(
    `${loginPath(':uid')}/done`,
    handle(async ({ user, isDone, interaction: { uid } }, request, reply) =>
      isDone ? finishSignIn(provider, request, reply, user, ['pwd', 'otp']) : reply.redirect(path(uid, 'code'), 303),
    ),
  );
}
