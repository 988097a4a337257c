import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { browserOf, codePage, recoveryPage, totpPage } from '../pages/account-pages.ts';
import { accountTexts } from '../pages/account-texts.ts';
import { createAdapter } from '../oidc/adapter.ts';
import { formOf, send } from '../answering.ts';
import { triedFrom } from './devices.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { hasFactor } from './factors.ts';
import { findInteraction, finishSignIn, sendExpired, type Interaction } from './interaction.ts';
import { newPasskeyPage } from '../pages/passkey-pages.ts';
import { addPasskey, askToMake, askToShow, listPasskeys, takePasskey, type Ceremony } from './passkeys.ts';
import { pageTexts } from '../pages/page-texts.ts';
import { loginPath } from '../paths.ts';
import { confirmTotp, makeRecoveryCodes, offerTotp, takeRecoveryCode, takeTotp, totpIn } from './second-factor.ts';
import { findUser, type ProviderUser } from '../accounts/user.queries.ts';

/** Seconds in which the code is to be typed after the password. */
const stepSeconds = 600;
const model = 'SecondStep';

/** What proved it beside the password (RFC 8176): a code, or that one has a key. */
type Proof = 'otp' | 'pop';

/** A sign-in whose password was right. */
interface Step {
  readonly accountId: string;
  /** Where nothing more is to be asked, as the recovery codes are being written down: what was set up. */
  readonly proof: Proof | null;
}

type StepRequest = FastifyRequest<{ Params: { uid: string } }>;

type StepHandler = (
  step: { readonly user: ProviderUser; readonly proof: Proof | null; readonly interaction: Interaction },
  request: StepRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Serves a page to who typed the right password. */
type Serve = (method: 'GET' | 'POST', name: string, handler: StepHandler) => unknown;

/**
 * Goes on after the password: to the code or the passkey, to setting one up where a role asks for it, or in.
 *
 * @returns where the browser goes.
 */
export async function afterPassword(
  provider: EmbeddedProvider,
  { uid }: Interaction,
  user: ProviderUser,
): Promise<string | null> {
  const asks = await hasFactor(provider.db, user.id);
  if (!asks && !provider.needsSecondFactor(user.roles)) {
    return null;
  }
  await keepStep(provider, uid, { accountId: user.id, proof: null });
  return pathOf(provider, uid, asks ? 'code' : 'totp');
}

const pathOf = ({ realmPath }: EmbeddedProvider, uid: string, name: string) => `${realmPath}${loginPath(uid)}/${name}`;

const keepStep = ({ db, keyring }: EmbeddedProvider, uid: string, step: Step): Promise<unknown> =>
  Promise.resolve(createAdapter(db, keyring)(model).upsert(uid, { ...step, kind: model }, stepSeconds));

/** The questions after the password. */
export function addSecondStep(routes: FastifyInstance, provider: EmbeddedProvider): void {
  const { db, keyring } = provider;
  const serve: Serve = (method, name, handler) =>
    routes.route<{ Params: { uid: string } }>({
      method,
      url: `${loginPath(':uid')}/${name}`,
      handler: async (request, reply) => {
        const interaction = await findInteraction(provider, request, reply);
        const kept = interaction && (await createAdapter(db, keyring)(model).find(interaction.uid));
        const step = kept as Step | undefined;
        const user = step && (await findUser(db, step.accountId));
        return interaction && user
          ? handler({ user, proof: step.proof, interaction }, request, reply)
          : sendExpired(provider, request, reply);
      },
    });
  addCode(serve, provider);

  // Where a role asks for a second factor and none is set up yet. Who has one is asked for it, and can set up no other here.
  const serveNew: Serve = (method, name, handler) =>
    serve(method, name, async (step, request, reply) =>
      (await hasFactor(db, step.user.id))
        ? reply.redirect(pathOf(provider, step.interaction.uid, 'code'), 303)
        : handler(step, request, reply),
    );
  addNewTotp(serveNew, provider);
  addNewPasskey(serveNew, provider);
  serve('POST', 'done', async ({ user, proof, interaction: { uid } }, request, reply) =>
    proof
      ? finishSignIn(provider, request, reply, user, ['pwd', proof])
      : reply.redirect(pathOf(provider, uid, 'code'), 303),
  );
}

function addCode(serve: Serve, provider: EmbeddedProvider): void {
  const ceremonyOf = ({ uid }: Interaction): Ceremony => ({ for: 'second step', uid });
  const sendCode = async (
    reply: FastifyReply,
    status: number,
    { user, interaction }: { user: ProviderUser; interaction: Interaction },
    failure?: string,
  ) => {
    const { uid, locale } = interaction;
    const hasPasskeys = (await listPasskeys(provider.db, user.id)).length > 0;
    const asked = hasPasskeys ? await askToShow(provider, ceremonyOf(interaction), user) : null;
    const action = pathOf(provider, uid, 'code');
    return send(reply, status, codePage({ locale, action, asked, ...(failure && { failure }) }));
  };
  /** @returns what was shown, if it is right. */
  const judge = async (user: ProviderUser, interaction: Interaction, form: URLSearchParams) => {
    const passkey = form.get('passkey');
    if (passkey !== null) {
      return (await takePasskey(provider, ceremonyOf(interaction), passkey, user)) === undefined ? null : 'pop';
    }
    const code = form.get('code') ?? '';
    return (await takeTotp(provider, user, code)) || (await takeRecoveryCode(provider, user.id, code)) ? 'otp' : null;
  };

  serve('GET', 'code', async (step, _request, reply) => sendCode(reply, 200, step));
  serve('POST', 'code', async (step, request, reply) => {
    const { user, interaction } = step;
    const { locale } = interaction;
    const counted = await provider.codeTries.count(user.email.toLowerCase(), triedFrom(provider, request));
    if ('retryAt' in counted) {
      return sendCode(reply, 429, step, pageTexts[locale].failures.throttled);
    }
    const form = formOf(request);
    const proof = await judge(user, interaction, form);
    if (!proof) {
      const texts = accountTexts[locale];
      return sendCode(reply, 401, step, form.has('passkey') ? texts.passkeys.wrong : texts.code.wrong);
    }
    await provider.codeTries.giveBack(counted);
    return finishSignIn(provider, request, reply, user, ['pwd', proof]);
  });
}

/** What was set up is told from what is asked for later by the step; the recovery codes are shown this once. */
async function showRecoveryCodes(
  provider: EmbeddedProvider,
  reply: FastifyReply,
  { uid, locale }: Interaction,
  user: ProviderUser,
  proof: Proof,
): Promise<FastifyReply> {
  await keepStep(provider, uid, { accountId: user.id, proof });
  const codes = await makeRecoveryCodes(provider, user.id);
  return send(reply, 200, recoveryPage(locale, codes, pathOf(provider, uid, 'done')));
}

function addNewTotp(serve: Serve, provider: EmbeddedProvider): void {
  const pageOf = async (user: ProviderUser, { uid, locale }: Interaction, carried?: string) =>
    totpPage({
      locale,
      action: pathOf(provider, uid, 'totp'),
      offer: await offerTotp(provider, { user, uid }, carried),
      reason: carried === undefined ? accountTexts[locale].totp.neededNow : undefined,
      isWrong: carried !== undefined,
      passkey: pathOf(provider, uid, 'new-passkey'),
    });
  serve('GET', 'totp', async ({ user, interaction }, _request, reply) =>
    send(reply, 200, await pageOf(user, interaction)),
  );
  serve('POST', 'totp', async ({ user, interaction }, request, reply) => {
    const typed = totpIn(formOf(request));
    return (await confirmTotp(provider, { user, uid: interaction.uid }, typed))
      ? showRecoveryCodes(provider, reply, interaction, user, 'otp')
      : send(reply, 422, await pageOf(user, interaction, typed.carried));
  });
}

function addNewPasskey(serve: Serve, provider: EmbeddedProvider): void {
  const ceremonyOf = ({ uid }: Interaction): Ceremony => ({ for: 'making', uid });
  const pageOf = async (user: ProviderUser, interaction: Interaction, request: StepRequest, isRefused: boolean) =>
    newPasskeyPage({
      locale: interaction.locale,
      action: pathOf(provider, interaction.uid, 'new-passkey'),
      back: pathOf(provider, interaction.uid, 'totp'),
      asked: await askToMake(provider, ceremonyOf(interaction), user),
      name: browserOf(request.headers['user-agent'] ?? '') ?? 'Noa',
      isRefused,
    });
  serve('GET', 'new-passkey', async ({ user, interaction }, request, reply) =>
    send(reply, 200, await pageOf(user, interaction, request, false)),
  );
  serve('POST', 'new-passkey', async ({ user, interaction }, request, reply) => {
    return (await addPasskey(provider, ceremonyOf(interaction), user, formOf(request)))
      ? showRecoveryCodes(provider, reply, interaction, user, 'pop')
      : send(reply, 422, await pageOf(user, interaction, request, true));
  });
}
