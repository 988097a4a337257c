/** `npx noa invite-root | add-gateway`: see `usage`. Exit code 2 when it could not be done. */
import { OperatorError } from '@noa/domain/errors.ts';
import { readSettings, type Settings } from '../../config/config.ts';
import { dataKeyOf } from '../../config/data-key.ts';
import { openDatabase } from '../../database/database.ts';
import { openKeys } from '../../database/keys/key-rotation.ts';
import { reachDatabase } from '../../database/embedded/reach.ts';
import { sessionOf } from '../../database/connection/session.ts';
import { withClient } from '../../database/connection/with-client.ts';
import { refuseOtherSchema } from '../../database/schema/migrate.ts';
import { commandOf, readArguments } from '../../process/arguments.ts';
import { runCommand, say } from '../../process/run-command.ts';
import { inviteRoot } from './accounts/first-root.ts';
import { keepGatewayClient } from './oidc/gateway-clients.ts';
import { linkHours } from './accounts/links.ts';

const usage = `npx noa invite-root                prints a link by which one more administrator makes an account, also while the server runs
npx noa add-gateway <client-id>    makes a client for a gateway of locks, or gives it another secret, and prints the secret
`;

async function inviteAnother({ publicUrl }: Settings, url: string): Promise<void> {
  const db = openDatabase(url, { max: 1 });
  try {
    const link = await inviteRoot(db, publicUrl);
    say(
      `Whoever opens this link within ${linkHours.root} hours becomes an administrator; it works once, and links of before no longer do:`,
    );
    say(link);
  } finally {
    await db.destroy();
  }
}

async function addGateway({ dataKey, dataDir }: Settings, url: string, clientId: string): Promise<void> {
  const keyring = await openKeys(url, await dataKeyOf({ dataKey, dataDir }), say);
  return withClient(sessionOf(url, 'owner'), async (client) => {
    const secret = await keepGatewayClient(client, keyring, clientId);
    say(
      `The secret of ${clientId}, which is shown this once; one of before no longer works. Name the client in the settings of its org:`,
    );
    say(secret);
  });
}

/** @throws {OperatorError} for what is no name of a client, before anything is opened. */
function clientIdOf(text = ''): string {
  if (!/^\w[\w.:-]{0,119}$/.test(text) || text.startsWith('noa-')) {
    throw new OperatorError(
      'A client id has 1 to 120 letters, digits and ._:-, begins with a letter or digit, and not with "noa-".',
    );
  }
  return text;
}

async function run(words: readonly string[]): Promise<void> {
  const { command, args } = commandOf(words, ['invite-root', 'add-gateway']);
  const isGateway = command === 'add-gateway';
  const { positionals } = readArguments(args, { takes: isGateway ? ['<client-id>'] : [], options: {} });
  const clientId = isGateway ? clientIdOf(positionals[0]) : null;
  const settings = readSettings(process.env);
  if (settings.oidc.authority !== null) {
    throw new OperatorError('OIDC_AUTHORITY keeps the accounts and clients of this installation: make them there.');
  }
  const { url, close } = await reachDatabase(settings);
  try {
    await refuseOtherSchema(url);
    await (clientId === null ? inviteAnother(settings, url) : addGateway(settings, url, clientId));
  } finally {
    await close();
  }
}

await runCommand({ usage, run });
