import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addMemberInput } from '@noa/domain/member.ts';
import { takeTry } from '../../../database/rate-limit.ts';
import { clientNetwork } from '../../client-network.ts';
import { queueMail } from './account-mail.ts';
import { formOf, localeIn, send } from '../answering.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { forgotPage, messagePage } from '../pages/pages.ts';
import { pageTexts } from '../pages/page-texts.ts';
import { forgotPath } from '../paths.ts';

/** Mails an hour: to an address, whoever asks for them, and asked for out of a network, for whatever addresses. */
const mails = { toAddress: { times: 3, minutes: 60 }, outOfNetwork: { times: 20, minutes: 60 } } as const;

/**
 * The page for who forgot a password. It answers for an address that has no account as for one that has, and does the same until
 * then: whom the address belongs to is asked when the mail is sent.
 */
export function addForgot(routes: FastifyInstance, provider: EmbeddedProvider): void {
  const { db, realmPath, publicUrl } = provider;
  const action = realmPath + forgotPath;

  routes.get(forgotPath, async (request, reply) => send(reply, 200, forgotPage({ locale: localeIn(request), action })));

  routes.post(forgotPath, async (request, reply) => {
    const locale = localeIn(request);
    const { success, data } = addMemberInput.safeParse({ email: formOf(request).get('email') ?? '' });
    if (!success || /\p{Cc}/u.test(data.email)) {
      return send(reply, 422, forgotPage({ locale, action, failure: pageTexts[locale].choose.faults.email }));
    }
    if (!(await take(provider, `reset network ${clientNetwork(request.ip)}`, mails.outOfNetwork))) {
      reply.header('retry-after', mails.outOfNetwork.minutes * 60);
      return send(reply, 429, forgotPage({ locale, action, failure: pageTexts[locale].failures.throttled }));
    }
    if (await take(provider, `reset address ${data.email.toLowerCase()}`, mails.toAddress)) {
      await queueMail(db, { purpose: 'reset', address: data.email });
    }
    const { sent, sentHint } = pageTexts[locale].forgot;
    return send(reply, 200, messagePage(locale, { title: sent, hint: sentHint, home: `${publicUrl}/` }));
  });
}

/** Whether there is one left. */
async function take(
  { db, triesSecret }: EmbeddedProvider,
  who: string,
  limit: { readonly times: number; readonly minutes: number },
): Promise<boolean> {
  const key = createHmac('sha256', triesSecret).update(who).digest();
  const taken = await db.transaction().execute((tx) => takeTry(tx, key, limit, 'sign_in_try'));
  return 'takenAt' in taken;
}
