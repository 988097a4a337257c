import { randomUUID } from 'node:crypto';
import { startWork, type Work } from '../../../database/work-loop.ts';
import { addressOf } from '../../../mail/address.ts';
import { composeMail } from '../../../mail/compose.ts';
import { handOver, type Delivery, type MailSettings } from '../../../mail/hand-over.ts';
import { findRow } from '../../../database/statements.ts';
import type { Db, Tx } from '../../../database/database.ts';
import type { Row } from '../../../database/tables.ts';
import type { EmbeddedProvider } from '../embedded-provider.ts';
import { forgetSignUps, linkHours, makeLink, makeSignUp, type LinkPurpose } from './links.ts';
import { accountMailTexts } from '../pages/mail-texts.ts';
import { findUserByEmail, type ProviderUser } from './user.queries.ts';

/** A mail that waits; its language is that of who asked: an account knows its own. */
type Waiting = Omit<Row<'provider_mail'>, 'made_at' | 'due_at'>;

/** Milliseconds between two looks for mails that wait. */
const lookEveryMs = 2_000;

const pauses = { firstMs: 0, failedMs: 10_000 } as const;

/** A mail that the server does not take is tried again after so many minutes, and so often. */
const retryMinutes = 5;
const mostTries = 12;
/** Of a mail to an address that nobody knows and that is put off: servers put off what they cannot deliver, and a typing error is not tried for an hour. */
const mostTriesOfUnknown = 3;

/** Asks for a mail; sent it is by whichever server comes first, if there is something to say to whom the address belongs to. */
export async function queueMail(
  db: Db,
  mail: Pick<Waiting, 'purpose' | 'address'> & Partial<Pick<Waiting, 'inviter' | 'place' | 'locale'>>,
): Promise<void> {
  await db.insertInto('provider_mail').values(mail).execute();
}

/**
 * Sends mails about accounts for as long as the process lives. Several servers may: each mail is sent by one.
 *
 * @param idleMs - milliseconds between two looks for mails that wait; two seconds when absent.
 */
export const startAccountMail = (
  provider: EmbeddedProvider,
  mail: MailSettings,
  reportFailure: (cause: unknown) => void,
  idleMs: number = lookEveryMs,
): Work =>
  startWork((leaving) => sendNext(provider, mail, { reportFailure, leaving }), { ...pauses, idleMs }, reportFailure);

/** What the mail server does not take is told whoever runs the server: of a sender that it refuses nobody else comes to know. */
class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly code: Delivery['failure'];
  readonly responseCode: number | null;

  constructor(message: string, { failure, smtpCode }: Delivery) {
    super(message);
    this.code = failure;
    this.responseCode = smtpCode;
  }
}

/** @returns whether there may be another one. */
async function sendNext(
  provider: EmbeddedProvider,
  mail: MailSettings,
  { reportFailure, leaving }: { readonly reportFailure: (cause: unknown) => void; readonly leaving: AbortSignal },
): Promise<boolean> {
  const { db } = provider;
  const waiting = await takeNext(db);
  if (!waiting) {
    await forgetSignUps(db);
    return false;
  }
  const letter = letterFor(waiting, await findUserByEmail(db, waiting.address));
  const delivery = letter && (await sendLetter(provider, mail, { ...waiting, ...letter }, leaving));
  const isDeferred = delivery !== undefined && delivery.deferred.length > 0;
  // A server that does not answer, or lets us not in, says nothing of the address.
  const isDoubtful = letter?.to.id === null && delivery?.failure === 'mail_put_off';
  if (!isDeferred || waiting.tries >= (isDoubtful ? mostTriesOfUnknown : mostTries)) {
    await db.deleteFrom('provider_mail').where('id', '=', waiting.id).execute();
  }
  if (delivery && delivery.refused.length > 0) {
    reportFailure(new NotTaken('A mail about an account was refused for good by the mail server', delivery));
  }
  if (isDeferred && !isDoubtful) {
    throw new NotTaken(
      `A mail about an account was not taken by the mail server, try ${waiting.tries} of ${mostTries}`,
      delivery,
    );
  }
  return true;
}

/** Nobody else takes it until it may be tried again. */
const takeNext = (db: Db): Promise<Waiting | undefined> => findRow<Waiting>(db)`
  update provider_mail set tries = tries + 1, due_at = now() + make_interval(mins => ${retryMinutes})
  where id = (select id from provider_mail where due_at <= now() order by purpose = 'sign_up', due_at limit 1 for update skip locked)
  returning id, purpose, address, locale, inviter, place, tries`;

/** What is written to whom. */
interface Letter {
  readonly text: keyof (typeof accountMailTexts)['ro'];
  readonly link: Exclude<LinkPurpose, 'root'>;
  /** Without an id, somebody who has no account. */
  readonly to: Pick<ProviderUser, 'email' | 'name' | 'locale'> & { readonly id: string | null };
}

/**
 * What a mail says to whom its address belongs to: who asks for an account and has one is led back to it. Nothing of an invitation that was
 * accepted meanwhile, to a blocked account, and of a password to an address that has none; nobody is told.
 */
function letterFor(
  { purpose, address, locale }: Waiting,
  found: Awaited<ReturnType<typeof findUserByEmail>>,
): Letter | undefined {
  if (!found) {
    return purpose === 'sign_up'
      ? { text: purpose, link: purpose, to: { id: null, email: address, name: '', locale } }
      : undefined;
  }
  const { user: to, hash, blocked } = found;
  if (blocked || (purpose === 'invitation' && hash !== null)) {
    return undefined;
  }
  // An invitation stays as it is: whoever asks is anybody.
  return purpose === 'sign_up' ? { text: 'known', link: 'reset', to } : { text: purpose, link: purpose, to };
}

async function sendLetter(
  { db, publicUrl, realmPath }: EmbeddedProvider,
  mail: MailSettings,
  { inviter, place, text, link, to }: Pick<Waiting, 'inviter' | 'place'> & Letter,
  leaving: AbortSignal,
): Promise<Delivery> {
  const path = await db.transaction().execute((tx) => pathOf(tx, link, to));
  const hours = linkHours[link];
  const facts = {
    name: to.name,
    url: publicUrl + realmPath + path,
    hours,
    days: Math.floor(hours / 24),
    inviter,
    invitedTo: place,
  };
  const from = addressOf(mail.from);
  const texts = accountMailTexts[to.locale][text];
  const message = await composeMail(to.locale, {
    from: mail.from,
    to: to.email,
    subject: texts.subject(facts),
    messageId: `<${randomUUID()}@noa>`,
    text: `${texts.body(facts).join('\n\n')}\n`,
  });
  return handOver(mail.smtpUrl, { from, to: [to.email] }, message, { leaving });
}

const pathOf = (tx: Tx, link: Letter['link'], { id, email, locale }: Letter['to']): Promise<string> =>
  link === 'sign_up' ? makeSignUp(tx, email, locale) : makeLink(tx, link, id);
