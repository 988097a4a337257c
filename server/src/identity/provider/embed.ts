import type { Logger } from 'pino';
import type { Settings } from '../../config/config.ts';
import { openDatabase, type Db } from '../../database/database.ts';
import type { Keyring } from '../../database/keys/keyring.ts';
import type { Closers } from '../../process/lifetime.ts';
import { localAccounts } from '../local-accounts.ts';
import { startAccountMail } from './accounts/account-mail.ts';
import { demoPassword, demoUsers, seedDemoUsers } from './demo-users.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from './embedded-provider.ts';
import { openRootLink } from './accounts/first-root.ts';
import { createLocalAccounts } from './accounts/invitations.ts';

/** How often a server looks whether the keys have changed, in milliseconds. */
const keysEveryMs = 60_000;

export interface EmbedOptions {
  /** The application's pool. */
  readonly db: Db;
  /** For the provider's own login. */
  readonly providerUrl: string;
  readonly keyring: Keyring;
  readonly logger: Logger;
  /** Where what is to be closed at the end is put. */
  readonly closers: Closers;
}

/** The embedded provider as a server runs it, and what is to be told at the start. */
export interface Embedded {
  readonly provider: EmbeddedProvider;
  readonly announcement: readonly string[];
}

/** Starts the embedded provider: its own connections, its keys, and the link of the first administrator where there is none. */
export async function embedProvider(
  { publicUrl, oidc, production, demo, mail, secondFactor }: Settings,
  { db, providerUrl, keyring, logger, closers }: EmbedOptions,
): Promise<Embedded> {
  const providerDb = openDatabase(providerUrl, { max: 3 });
  closers.push(() => providerDb.destroy());
  if (demo) {
    await seedDemoUsers(providerDb);
  }
  const provider = await createEmbeddedProvider({
    db: providerDb,
    accountsDb: db,
    keyring,
    publicUrl,
    audience: oidc.audience,
    production,
    sendsMail: mail !== null,
    secondFactor,
  });
  localAccounts.set(db, createLocalAccounts(providerDb));
  if (mail) {
    const reportFailure = (err: unknown) => logger.error({ err }, 'A mail about an account could not be sent');
    closers.push(startAccountMail(provider, mail, reportFailure).close);
  }
  const timer = setInterval(() => {
    provider
      .refreshKeys()
      .catch((err: unknown) => logger.error({ err }, 'The keys of the embedded provider could not be read'));
  }, keysEveryMs).unref();
  closers.push(async () => clearInterval(timer));
  const rootLink = demo ? null : await openRootLink(providerDb, publicUrl);
  return { provider, announcement: demo ? demoLines() : rootLines(rootLink) };
}

const demoLines = (): string[] => [
  `Demo accounts, password ${demoPassword}:`,
  ...demoUsers.map(({ email, roles }) => `  ${email.padEnd(24)} ${roles.join(', ')}`),
];

const rootLines = (link: string | null): string[] =>
  link === null
    ? []
    : [
        'Nobody can sign in yet. Whoever opens this link within 24 hours becomes the first administrator; it works once, and the next start makes another:',
        `  ${link}`,
      ];
