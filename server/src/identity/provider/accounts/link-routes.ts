import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addMemberInput } from '@noa/domain/member.ts';
import { cleanText } from '@noa/domain/text.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import { formOf, localeIn, send } from '../answering.ts';
import { choosePage, type ChooseFault } from '../pages/choose-page.ts';
import { rememberDevice, triedFrom } from '../sign-in/devices.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { findLink, takeLink, type Link } from './links.ts';
import { messagePage } from '../pages/pages.ts';
import { pageTexts } from '../pages/page-texts.ts';
import { faultOf } from '../sign-in/password-rules.ts';
import { hashPassword } from '../sign-in/password.ts';
import { linkPath } from '../paths.ts';
import { changePassword } from './change-password.ts';
import { accountOf } from '../sign-in/sign-in.ts';
import { addUsers, findUser, findUserByEmail, setName, type Locale } from './user.queries.ts';

interface LinkRequest {
  Params: { token: string };
}

/** Who a page is for: of the first administrator what was typed, of others their account, or the address that asked for one. */
interface Person {
  readonly email: string;
  readonly name: string;
}

/** The pages that links in mails and the first administrator's link lead to. */
export function addLinks(routes: FastifyInstance, provider: EmbeddedProvider): void {
  const { db, realmPath, publicUrl } = provider;
  const gone = (locale: Locale) => messagePage(locale, { ...pageTexts[locale].link, home: `${publicUrl}/` });
  const taken = (locale: Locale) => messagePage(locale, { ...pageTexts[locale].known, home: `${publicUrl}/` });

  /** The link, unless it is gone or its account is, and whom it is for. */
  const findLinked = async (request: FastifyRequest<LinkRequest>) => {
    const link = await findLink(db, request.params.token);
    const user = link?.userId ? await findUser(db, link.userId) : undefined;
    const locale = localeIn(request, user?.locale ?? link?.asked?.locale);
    const isTaken = link?.asked ? (await findUserByEmail(db, link.asked.address)) !== undefined : false;
    return { link: link?.userId && !user ? undefined : link, user, locale, isTaken };
  };

  routes.get<LinkRequest>(linkPath(':token'), async (request, reply) => {
    const { token } = request.params;
    const { link, user, locale, isTaken } = await findLinked(request);
    if (!link || isTaken) {
      return send(reply, 410, isTaken ? taken(locale) : gone(locale));
    }
    const { email = link.asked?.address ?? '', name = '' } = user ?? {};
    return send(
      reply,
      200,
      choosePage({ locale, action: realmPath + linkPath(token), purpose: link.purpose, email, name }),
    );
  });

  routes.post<LinkRequest>(linkPath(':token'), async (request, reply) => {
    const { token } = request.params;
    const form = formOf(request);
    const { link, user, locale, isTaken } = await findLinked(request);
    if (!link || isTaken) {
      return send(reply, 410, isTaken ? taken(locale) : gone(locale));
    }
    const person = {
      email: user?.email ?? link.asked?.address ?? (form.get('email') ?? '').trim(),
      name: link.purpose === 'reset' ? (user?.name ?? '') : cleanText(form.get('name') ?? '').slice(0, 200),
    };
    const { device } = triedFrom(provider, request);
    const fault =
      (await faultIn(provider, form, person, link)) ??
      (await follow(provider, { token, person, form, locale, device }));
    if (fault === 'gone') {
      return send(reply, 410, gone(locale));
    }
    if (fault === 'taken' && link.asked) {
      return send(reply, 410, taken(locale)); // by another link to the same address, a moment ago: there is none to choose instead
    }
    if (fault) {
      const action = realmPath + linkPath(token);
      return send(reply, 422, choosePage({ locale, action, purpose: link.purpose, ...person, fault }));
    }
    rememberDevice(provider, reply, device);
    const { done, doneHint } = pageTexts[locale].choose;
    return send(reply, 200, messagePage(locale, { title: done, hint: doneHint, home: `${publicUrl}/` }));
  });
}

async function faultIn(
  { db }: EmbeddedProvider,
  form: URLSearchParams,
  person: Person,
  link: Link,
): Promise<ChooseFault | null> {
  if (!addMemberInput.safeParse({ email: person.email }).success || /\p{Cc}/u.test(person.email)) {
    return 'email';
  }
  if (person.name === '' || /\p{Cc}/u.test(person.name)) {
    return 'name';
  }
  if (link.userId === null && (await findUserByEmail(db, person.email))) {
    return 'taken';
  }
  return faultOfNew(form, [person.email, person.name]);
}

/** What is wrong with a new password that was typed twice. */
export function faultOfNew(form: URLSearchParams, own: readonly string[]): ChooseFault | null {
  const password = form.get('new-password') ?? '';
  return faultOf(password, own) ?? (password === form.get('repeat') ? null : 'different');
}

interface Followed {
  readonly token: string;
  readonly person: Person;
  readonly form: URLSearchParams;
  readonly locale: Locale;
  readonly device: string;
}

/** Uses the link up, and sets what it is for, also that its browser is the owner's: all or nothing. */
async function follow(
  { db, passwordTries }: EmbeddedProvider,
  { token, person, form, locale, device }: Followed,
): Promise<'gone' | null> {
  const hash = await hashPassword(form.get('new-password') ?? '');
  return db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, token);
    if (!link) {
      return 'gone';
    }
    if (link.userId) {
      await changePassword(tx, link.userId, hash, 'all');
      await setName(tx, link.userId, person.name);
    } else if ((await addUsers(tx, [{ ...person, roles: rolesOf(link), locale, hash }])).length === 0) {
      return 'gone'; // somebody was faster with this address: another link is to be asked for, of whoever runs the server for an administrator
    }
    await passwordTries.trust(tx, accountOf(person.email), device);
    return null;
  });
}

/** Of the account that a link makes: whoever makes their own sees nothing before a claim code ties an apartment to it. */
const rolesOf = ({ purpose }: Link): readonly Role[] => (purpose === 'root' ? ['root'] : ['ara_user']);
