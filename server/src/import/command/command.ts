/** `npx noa import <list> --kind <kind>`: see `usage`. Exit code 1 when rows or the list are refused, 2 when it could not be done. */
import { join, parse } from 'node:path';
import { AppError, OperatorError } from '@noa/domain/errors.ts';
import { importForms } from '@noa/domain/imports/import-forms.ts';
import {
  importEncodings,
  importKinds,
  importSeparators,
  type ImportKind,
  type ImportMapping,
} from '@noa/domain/imports/import.ts';
import { openDatabase } from '../../database/database.ts';
import { withInstallation, type Installation } from '../../database/installation.ts';
import { holdKeys } from '../../database/keys/keyring.ts';
import { localAccounts } from '../../identity/local-accounts.ts';
import { createLocalAccounts } from '../../identity/provider/accounts/invitations.ts';
import { commandOf, readArguments } from '../../process/arguments.ts';
import { onEndingSignals } from '../../process/interruption.ts';
import { runCommand, say } from '../../process/run-command.ts';
import { findOrg, operatorContext } from '../../request/operator.ts';
import { stopRuns } from '../import-run.ts';
import { endSpareThread } from '../reading/spare-thread.ts';
import { refuseTaken } from './bad-rows-file.ts';
import { importList, type AskedList } from './import-list.ts';
import { reasonText } from './reasons.ts';

const usage = `npx noa import <list> --kind <kind> [--org <org>] [--apply]   checks a list (CSV, XLSX) against the registry, and imports it

Without --apply it is a dry run: what would change and what is wrong is told, and nothing is written.
--kind <kind>            what the list holds: ${importKinds.join(', ')}
--org <org>              whose registry it goes into, by name or id; may be left out where there is one
--apply                  imports the good rows, all or nothing; bad ones are left out
--bad-rows <file>        where bad rows are kept with their reasons, to be mended; with --apply <list>-to-correct.csv by itself
--language <ro|en>       of those reasons, and of the mails to whom it invites; ro by itself
--create-missing         creates what the list names and nobody has: property administrators, access groups, container groups
--as-new                 creates addresses that are probably in the registry, written otherwise
--map <field>=<column>   what a column means, beside what is guessed; again for each; <field>= leaves a field out
--sheet <name>, --header-row <number>, --encoding <name>, --separator <sign>   how the list is read, beside what is found out

An archive of a whole organisation needs no --kind: npx noa import <file.zip>
`;

const readOptions = (words: readonly string[]) =>
  readArguments(commandOf(words, ['import']).args, {
    takes: ['<list>'],
    options: {
      kind: { type: 'string' },
      org: { type: 'string' },
      apply: { type: 'boolean', default: false },
      'bad-rows': { type: 'string' },
      language: { type: 'string', default: 'ro' },
      'create-missing': { type: 'boolean', default: false },
      'as-new': { type: 'boolean', default: false },
      map: { type: 'string', multiple: true, default: [] },
      sheet: { type: 'string' },
      'header-row': { type: 'string' },
      encoding: { type: 'string' },
      separator: { type: 'string' },
    },
  });
type Values = ReturnType<typeof readOptions>['values'];

/** A sign that a shell does not write easily has a name. */
const separators: Readonly<Record<string, string>> = { tab: '\t', comma: ',', semicolon: ';' };

/** @throws {OperatorError} for what is no row. */
function rowOf(text: string | undefined): number | undefined {
  const row = text === undefined ? undefined : Number(text);
  if (row !== undefined && !(Number.isInteger(row) && row > 0)) {
    throw new OperatorError('--header-row is a row of the file, the first being 1.');
  }
  return row;
}

/** @throws {OperatorError} for what is no kind. */
function kindOf(text: string | undefined): ImportKind {
  const kind = importKinds.find((each) => each === text);
  if (!kind) {
    throw new OperatorError(`Say with --kind what the list holds: ${importKinds.join(', ')}.`);
  }
  return kind;
}

/** @throws {OperatorError} for what lists are not written in. */
function oneOf<Known extends string>(
  option: string,
  asked: string | undefined,
  known: readonly Known[],
  names = known.join(', '),
) {
  const found = known.find((each) => each === asked);
  if (asked !== undefined && found === undefined) {
    throw new OperatorError(`--${option} is one of: ${names}.`);
  }
  return found;
}

const mappingOf = (stated: readonly string[]): ImportMapping =>
  Object.fromEntries(
    stated.map((each) => {
      const at = each.indexOf('=');
      if (at < 1) {
        throw new OperatorError('--map says a field and a column: --map serialNumber="Serie container".');
      }
      return [each.slice(0, at), each.slice(at + 1)];
    }),
  );

const besideList = (path: string) => {
  const { dir, name } = parse(path);
  return join(dir, `${name}-to-correct.csv`);
};

/** What is asked, but for whose registry it is. */
function askedOf(path: string, values: Values): Omit<AskedList, 'orgId'> {
  const { language, separator } = values;
  if (language !== 'ro' && language !== 'en') {
    throw new OperatorError('--language is ro or en.');
  }
  return {
    path,
    kind: kindOf(values.kind),
    format: {
      sheet: values.sheet,
      headerRow: rowOf(values['header-row']),
      encoding: oneOf('encoding', values.encoding, importEncodings),
      separator: oneOf(
        'separator',
        separator && (separators[separator] ?? separator),
        importSeparators,
        Object.keys(separators).join(', '),
      ),
    },
    mapping: mappingOf(values.map),
    createMissing: values['create-missing'],
    apply: values.apply,
    asNew: values['as-new'],
    badRows: values['bad-rows'] ?? (values.apply ? besideList(path) : null),
    locale: language,
  };
}

/**
 * Says who keeps the accounts of those whom a list makes members: Noa does, unless another provider is named. A server that runs invites them.
 *
 * @returns what ends it.
 */
function keepAccounts({ db, settings, logins }: Installation): () => Promise<void> {
  if (settings.oidc.authority !== null) {
    return async () => undefined;
  }
  const providerDb = openDatabase(logins.provider, { max: 1 });
  localAccounts.set(db, createLocalAccounts(providerDb));
  return () => providerDb.destroy();
}

/** Has `work` end when whoever runs the command wants no more of it: what was being written is taken back. */
async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const ignoreSignals = onEndingSignals(() => controller.abort(new OperatorError('Interrupted: nothing was written.')));
  try {
    return await work(controller.signal);
  } finally {
    ignoreSignals();
  }
}

async function run(words: readonly string[]): Promise<void> {
  const { positionals, values } = readOptions(words);
  const [path = ''] = positionals;
  const asked = askedOf(path, values);
  if (asked.badRows !== null) {
    await refuseTaken(asked.badRows);
  }
  const isGood = await untilSignal((signal) =>
    withInstallation(say, async (installation) => {
      const { db, keyring } = installation;
      const named = importForms[asked.kind].ofOrg ? values.org : undefined;
      const orgId = named === undefined ? null : (await findOrg(db, named)).id;
      const context = await operatorContext(installation, asked.locale);
      // Servers that run leave the import to us as long as we say that we are there.
      const letGo = holdKeys(db, keyring, context.reportInternal);
      const endAccounts = keepAccounts(installation);
      try {
        return await importList({ context, asked: { ...asked, orgId }, say, signal });
      } finally {
        await stopRuns(0);
        await endSpareThread();
        await endAccounts();
        await letGo();
      }
    }),
  );
  process.exitCode = isGood ? 0 : 1;
}

/** A refusal in words: of what the list or the command says. */
function refusalOf({ message, fields = {} }: AppError): string {
  const named = Object.entries(fields).map(([field, reason]) => {
    const said = reasonText('en', reason);
    if (field === 'orgId') {
      return reason === 'form.required'
        ? 'Say with --org whose registry it goes into.'
        : 'There is no organisation yet.';
    }
    const meant = field.startsWith('mapping.') ? field.slice('mapping.'.length) : undefined;
    return meant === undefined
      ? `${said}.`
      : `${meant}: ${reason === 'form.required' ? 'no column of the list was taken for it' : said}. Name its column with --map ${meant}=<column>.`;
  });
  return named.length > 0 ? named.join('\n') : message;
}

await runCommand({
  usage,
  run,
  refusalOf: (error) => (error instanceof AppError ? refusalOf(error) : undefined),
  hasOwnSignals: true,
});
