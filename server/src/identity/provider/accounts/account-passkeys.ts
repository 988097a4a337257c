import { recoveryPage, browserOf } from '../pages/account-pages.ts';
import { formOf, send } from '../answering.ts';
import type { AccountRoutes, Visitor } from './account-routes.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { removeFactor } from '../sign-in/factors.ts';
import { newPasskeyPage } from '../pages/passkey-pages.ts';
import { addPasskey, askToMake, renamePasskey, type Ceremony } from '../sign-in/passkeys.ts';
import { countRecoveryCodes, makeRecoveryCodes } from '../sign-in/second-factor.ts';

/** Adds, names and removes passkeys, below the page of one's own account. */
export function addAccountPasskeys({ look, change, done, path }: AccountRoutes, provider: EmbeddedProvider): void {
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
    const form = formOf(request);
    const made = { response: form.get('passkey') ?? '', name: form.get('name') ?? '' };
    if (!(await addPasskey(provider, ceremonyOf(visitor), user, made))) {
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
