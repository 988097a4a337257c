import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addMemberInput } from '@noa/domain/member.ts';
import { takeTry, type RateLimit } from '../../../database/rate-limit.ts';
import { clientNetwork } from '../../client-network.ts';
import { queueMail } from './account-mail.ts';
import { formOf, localeIn, send } from '../answering.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { askPage, messagePage, type AskPurpose } from '../pages/pages.ts';
import { pageTexts } from '../pages/page-texts.ts';
import { askPaths } from '../paths.ts';

/** Mails to an address, whoever asks for them and for what. */
const toAddress: RateLimit = { times: 3, minutes: 60 };

/** Mails asked for out of a network, for whatever addresses: on the day of the letters many residents share one of a telephone company. */
const outOfNetwork: Readonly<Record<AskPurpose, RateLimit>> = {
  reset: { times: 20, minutes: 60 },
  sign_up: { times: 60, minutes: 60 },
};

/**
 * The pages on which a link is asked for. They answer for an address that has an account as for one that has none, and do the same until
 * then: whom the address belongs to is asked when the mail is sent.
 */
export function addAsked(routes: FastifyInstance, provider: EmbeddedProvider): void {
  for (const { purpose, path } of askPaths) {
    const page = { purpose, action: provider.realmPath + path };
    routes.get(path, async (request, reply) => send(reply, 200, askPage({ ...page, locale: localeIn(request) })));
    routes.post(path, async (request, reply) => {
      const locale = localeIn(request);
      const { success, data } = addMemberInput.safeParse({ email: formOf(request).get('email') ?? '' });
      if (!success || /\p{Cc}/u.test(data.email)) {
        return send(reply, 422, askPage({ ...page, locale, failure: pageTexts[locale].choose.faults.email }));
      }
      const limit = outOfNetwork[purpose];
      if (!(await take(provider, `${purpose} network ${clientNetwork(request.ip)}`, limit))) {
        reply.header('retry-after', limit.minutes * 60);
        return send(reply, 429, askPage({ ...page, locale, failure: pageTexts[locale].failures.throttled }));
      }
      if (await take(provider, `address ${data.email.toLowerCase()}`, toAddress)) {
        await queueMail(provider.db, { purpose, address: data.email, locale });
      }
      const { sent, sentHint } = pageTexts[locale].ask[purpose];
      return send(reply, 200, messagePage(locale, { title: sent, hint: sentHint, home: `${provider.publicUrl}/` }));
    });
  }
}

/** Whether there is one left. */
async function take({ db, triesSecret }: EmbeddedProvider, who: string, limit: RateLimit): Promise<boolean> {
  const key = createHmac('sha256', triesSecret).update(who).digest();
  const taken = await db.transaction().execute((tx) => takeTry(tx, key, limit, 'sign_in_try'));
  return 'takenAt' in taken;
}
