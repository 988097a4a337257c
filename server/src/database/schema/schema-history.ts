import { OperatorError } from '@noa/domain/errors.ts';
import { compareVersions, version } from '../../process/version.ts';

/** A migration as it ran in a database. */
export interface RanMigration {
  readonly name: string;
  /** Of its file, as it was when it ran. */
  readonly sha256: string;
  /** The version of Noa that ran it. */
  readonly program: string;
}

/** A migration of this program. */
export interface KnownMigration {
  readonly name: string;
  readonly sha256: string;
}

/** Why a database is refused. */
export type Refusal = 'development' | 'newer' | 'missing' | 'changed' | 'reordered' | 'incomplete' | 'unknown';

/** This program may not work on this database: a start with it would change or misread it. The message says what to do. */
export class DatabaseRefused extends OperatorError {
  override readonly name = 'DatabaseRefused';
  readonly refusal: Refusal;
  /** The migrations or objects it is about; none when it is about all of them. */
  readonly about: readonly string[];

  constructor(refusal: Refusal, message: string, about: readonly string[] = []) {
    super(message);
    this.refusal = refusal;
    this.about = about;
  }
}

/** Names listed at most: the first ones tell enough. */
const namedAtMost = 10;

const naming = (names: readonly string[]): string =>
  names.slice(0, namedAtMost).join('; ') +
  (names.length > namedAtMost ? `; and ${names.length - namedAtMost} more` : '');

/** A database that was made before checksums were kept. */
export const refuseDevelopment = (): DatabaseRefused =>
  new DatabaseRefused(
    'development',
    'This database was made by a development version of Noa before 0.2.0, which no version upgrades. It was left as it is: ' +
      'set DATA_DIR to a new folder, or DATABASE_URL to an empty database, and import the data anew.',
  );

/** A database that holds tables of our names, and does not say how they came there. */
export const refuseUnknown = (): DatabaseRefused =>
  new DatabaseRefused(
    'unknown',
    'This database has tables already, and nothing in it says that Noa made them. If a backup was restored into it, the restore ' +
      'is incomplete: restore it again into an empty database. Otherwise set DATABASE_URL to a database of its own for Noa.',
  );

/** A database in which something is not there that the migrations made. */
export const refuseIncomplete = (missing: readonly string[]): DatabaseRefused =>
  new DatabaseRefused(
    'incomplete',
    `This database is incomplete: it lacks ${naming(missing)}. Restore the last backup into an empty database (npx noa restore), ` +
      'or make what is missing as it was; a restore that went wrong says in its output why.',
    missing,
  );

/**
 * Refuses a database whose migrations are not the first ones of this program, in the same order and as they are.
 *
 * @param ran - in the order in which they ran.
 * @param known - in the order of their names.
 * @param subject - where they ran.
 * @throws {DatabaseRefused}
 */
export function refuseOtherHistory(
  ran: readonly RanMigration[],
  known: readonly KnownMigration[],
  subject: 'database' | 'backup' = 'database',
): void {
  const strangers = ran.filter(({ name }) => !known.some((each) => each.name === name));
  const [stranger] = strangers;
  if (stranger) {
    throw refuseStrangers(stranger, strangers, subject);
  }
  const changed = ran.filter(({ name, sha256 }) => known.some((each) => each.name === name && each.sha256 !== sha256));
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name);
    throw new DatabaseRefused(
      'changed',
      `Migrations were changed after they ran in this ${subject}: ${naming(names)}. Install Noa ${version} again as it was released; ` +
        'a change of the schema is a migration of its own.',
      names,
    );
  }
  // All that ran are known: in the same order they are the first of those that are known, or another came in between.
  const position = ran.findIndex(({ name }, index) => known[index]?.name !== name);
  if (position >= 0) {
    const between = known.slice(0, ran.length).filter(({ name }) => !ran.some((each) => each.name === name));
    const names = (between.length > 0 ? between : ran.slice(position, position + 1)).map(({ name }) => name);
    throw new DatabaseRefused(
      'reordered',
      `Migrations stand in another order than they ran in this ${subject}: ${naming(names)}. Install Noa ${version} again as it was ` +
        'released; a new migration comes after all others.',
      names,
    );
  }
}

function refuseStrangers(
  { name, program }: RanMigration,
  strangers: readonly RanMigration[],
  subject: string,
): DatabaseRefused {
  const names = strangers.map((each) => each.name);
  return compareVersions(program, version) > 0
    ? new DatabaseRefused(
        'newer',
        `This ${subject} was upgraded by Noa ${strangers.at(-1)?.program}; this is Noa ${version}, which does not know ` +
          `${naming(names)}. Start Noa ${strangers.at(-1)?.program} or newer, or restore the backup from before the upgrade.`,
        names,
      )
    : new DatabaseRefused(
        'missing',
        `Migrations that ran in this ${subject} are missing here: ${naming(names)} (${name} was run by Noa ${program}). Install Noa ` +
          `${compareVersions(program, version) === 0 ? version : `${version} or ${program}`} again, whole.`,
        names,
      );
}
