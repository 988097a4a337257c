/** `npx noa export | import`: see `usage`. Exit code 1 when an archive or an org is refused, 2 when it could not be done. */
import { open, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, OperatorError } from '@noa/domain/errors.ts';
import { purposeInput, purposeLength } from '@noa/domain/personal-data.ts';
import { withInstallation, type Installation } from '../database/installation.ts';
import { everything } from '../database/scope.ts';
import { showProgress } from '../process/progress.ts';
import { commandOf, readArguments } from '../process/arguments.ts';
import { interruption } from '../process/interruption.ts';
import { runCommand, say } from '../process/run-command.ts';
import { findOrg, operatorName } from '../request/operator.ts';
import { ArchiveReader } from './archive-file.ts';
import { ArchiveRefused } from './archive-refused.ts';
import { exportOrg, type Actor } from './export-org.ts';
import { importOrg } from './import-org.ts';

const usage = `npx noa export <org> <file.zip> [--purpose <why>]          writes everything of an organisation into an archive
npx noa import <file.zip> [--org <org>] [--purpose <why>]   makes an empty organisation what an archive says

Lists are imported by npx noa import <file> --kind <kind>.
An organisation is named by its name or its id; without --org it is the one called as in the archive, which is made if there is none.
An archive holds occupiers' names and ID numbers in the clear: both are written into the audit, with the purpose.
`;

interface Asked extends Pick<Installation, 'db' | 'keyring'> {
  readonly actor: Actor;
}

/** Whoever runs a command reaches everything. @throws {OperatorError} for a purpose that says nothing. */
function actorFor(purpose: string): Actor {
  const { data } = purposeInput.safeParse({ purpose });
  if (!data) {
    const { min, max } = purposeLength;
    throw new OperatorError(`--purpose says what for, in ${min} to ${max} characters: the audit keeps it.`);
  }
  return { name: operatorName(), accountId: null, scope: everything, purpose: data.purpose };
}

async function exportTo({ db, keyring, actor }: Asked, named: string, path: string): Promise<void> {
  const org = await findOrg(db, named);
  const file = await open(path, 'wx', 0o600); // refuses to overwrite, before the audit says that anything was exported
  const progress = showProgress('Exporting');
  let rows = 0;
  const onProgress = (done: number, all: number) => {
    rows = done;
    progress.show(done, all);
  };
  try {
    await exportOrg(db, { orgId: org.id, keyring, actor, onProgress }, (bytes) =>
      pipeline(Readable.from(bytes), file.createWriteStream(), { signal: interruption }),
    );
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  } finally {
    progress.end();
    await file.close();
  }
  const { size } = await stat(path);
  say(
    `${org.name} is in ${path}: ${rows} rows, ${Math.ceil(size / 1024)} KiB. It holds personal data in the clear: keep it as such.`,
  );
}

async function importFrom({ db, keyring, actor }: Asked, path: string, named: string | undefined): Promise<void> {
  const comparing = showProgress('Comparing');
  const archive = await ArchiveReader.open(path, comparing.show).finally(comparing.end);
  const importing = showProgress('Importing');
  try {
    const orgId = named === undefined ? null : (await findOrg(db, named)).id;
    const imported = await importOrg(db, { archive, orgId, keyring, actor, onProgress: importing.show });
    importing.end();
    say(
      `${archive.manifest.org.name}, as it was at ${archive.manifest.at}, is organisation ${imported.orgId}: ${imported.rows} rows.`,
    );
    if (archive.manifest.withoutIdNumbers) {
      say("Occupiers' ID numbers are not in this archive: import them from a list of occupiers.");
    }
    const { rows, names } = imported.notServed;
    if (rows > 0) {
      say(`${rows} apartments were served by organisations that are not here: ${names.join(', ')}.`);
    }
  } finally {
    importing.end();
    archive.close();
  }
}

async function run(words: readonly string[]): Promise<void> {
  const { command, args } = commandOf(words, ['export', 'import']);
  const why = { type: 'string', default: `npx noa ${command}` } as const;
  const within = ({ purpose }: { purpose: string }, work: (asked: Asked) => Promise<void>) => {
    const actor = actorFor(purpose);
    return withInstallation(say, ({ db, keyring }) => work({ db, keyring, actor }));
  };
  if (command === 'export') {
    const { positionals, values } = readArguments(args, { takes: ['<org>', '<file.zip>'], options: { purpose: why } });
    const [org = '', path = ''] = positionals;
    await within(values, (asked) => exportTo(asked, org, path));
  } else {
    const options = { org: { type: 'string' }, purpose: why } as const;
    const { positionals, values } = readArguments(args, { takes: ['<file.zip>'], options });
    const [path = ''] = positionals;
    await within(values, (asked) => importFrom(asked, path, values.org));
  }
}

await runCommand({
  usage,
  run,
  refusalOf: (error) => (error instanceof ArchiveRefused || error instanceof AppError ? error.message : undefined),
});
