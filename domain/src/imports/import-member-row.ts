import { addMemberInput, memberLimits, orgMemberRoles } from '../member.ts';
import { manager as managerKind } from '../kinds/manager.ts';
import { RowReader, type CellOf, type RowReading } from './import-row-reader.ts';
import { valueOfWord } from './import-words.ts';
import { namesIn } from './import-joins.ts';
import type { MemberField } from './import-members.ts';

type OrgRole = (typeof orgMemberRoles)[number];

/** Somebody, and where they belong. */
export interface MemberRow {
  readonly email: string;
  readonly name: string | null;
  /** As what they belong to the org; null where the file does not say. */
  readonly role: OrgRole | null;
  /** Names of the managers whose entrances they look after. */
  readonly managers: readonly string[];
  /** Whether they belong to the org itself: who looks after the entrances of managers alone does not. */
  readonly isOfOrg: boolean;
}

/** Roles that a list may give: `manager` is theirs who look after the entrances of the managers named. */
export const listedRoles = [...orgMemberRoles, 'manager'] as const;

/** A name may have a comma in it. */
const betweenManagers = { between: /[;|]/ };

/** Characters of each at most; what somebody is called, they may say otherwise later. */
const lengths = { email: memberLimits.emailLength, name: 120 } as const;

type Reader = RowReader<MemberField>;

function readEmail(reader: Reader): string {
  const text = reader.stated('email');
  if (text === null) {
    reader.refuse('email', 'form.required');
  } else if (text.length <= lengths.email && !addMemberInput.safeParse({ email: text }).success) {
    reader.refuse('email', 'form.badEmail');
  }
  return text ?? '';
}

function readRole(reader: Reader): (typeof listedRoles)[number] | null {
  const text = reader.stated('role');
  const role = text === null ? null : valueOfWord('MemberRole', listedRoles, text);
  if (role === undefined) {
    reader.refuse('role', 'import.unknownWord');
  }
  return listedRoles.find((each) => each === role) ?? null;
}

function readManagers(reader: Reader): readonly string[] {
  const names = namesIn(betweenManagers, reader.stated('manager') ?? '');
  if (names.some(({ length }) => length > managerKind.fields.name.max)) {
    reader.refuse('manager', 'form.tooLong');
  }
  return names;
}

/** Reads one row of a list of members, or says everything that is wrong with it. */
export function readMemberRow(cell: CellOf<MemberField>): RowReading<MemberRow, MemberField> {
  const reader = new RowReader<MemberField>(cell, lengths);
  const [email, name, role, managers] = [
    readEmail(reader),
    reader.stated('name'),
    readRole(reader),
    readManagers(reader),
  ];
  if (role === 'manager' && managers.length === 0) {
    reader.refuse('manager', 'form.required');
  }
  const orgRole = role === 'manager' ? null : role;
  return reader.reading({ email, name, role: orgRole, managers, isOfOrg: orgRole !== null || managers.length === 0 });
}
