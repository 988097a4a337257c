import { OperatorError } from '@noa/domain/errors.ts';
import type { Db } from '../../database/database.ts';
import { hashPassword } from './sign-in/password.ts';
import { addUsers, listUserIds, type ProviderUser } from './accounts/user.queries.ts';

/** The password of every demonstration account; printed at start and offered on the sign-in page. */
export const demoPassword = 'noa-demo';

const people = [
  ['root', 'Ruxandra Popescu', 'root'],
  ['implementer', 'Ștefan Munteanu', 'local_implementer'],
  ['reporter', 'Ioana Țurcanu', 'local_reporter'],
  ['manager', 'Mihai Dumbravă', 'manager'],
  ['containers', 'Vasile Râpeanu', 'container_admin'],
  ['resident', 'Elena Îndreica', 'ara_user'],
] as const;

/** One account for each role (architecture.md, "Settings"). The ids are fixed: a rebuilt database keeps its identities. */
export const demoUsers: readonly ProviderUser[] = people.map(([account, name, role], index) => ({
  id: `01900000-0000-7000-8000-00000000000${index + 1}`,
  email: `${account}@noa.test`,
  name,
  roles: [role],
  locale: 'ro',
}));

/** One for all, and once for each process: what everybody is told needs no salt of each account's own, and hashing takes a moment. */
let demoHash: Promise<string> | undefined;

/** Adds the demonstration accounts that are missing; the others stay as they are. */
export async function seedDemoUsers(db: Db): Promise<void> {
  const known = new Set(await listUserIds(db));
  const missing = demoUsers.filter(({ id }) => !known.has(id));
  if (missing.length === 0) {
    return;
  }
  const hash = await (demoHash ??= hashPassword(demoPassword));
  await addUsers(
    db,
    missing.map((user) => ({ ...user, hash })),
  );
}

/**
 * Refuses a database in which the demonstration's accounts are: their password is public.
 *
 * @throws {OperatorError}
 */
export async function refuseDemoUsers(db: Db): Promise<void> {
  const known = new Set(await listUserIds(db));
  if (demoUsers.some(({ id }) => known.has(id))) {
    throw new OperatorError(
      'This database has the accounts of the demonstration, whose password is public: production begins with an empty database.',
    );
  }
}
