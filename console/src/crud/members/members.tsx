import type { TypedDocumentNode } from '@apollo/client';
import { useTranslation } from 'react-i18next';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { useMoment } from '../history/moment.ts';
import type { Tab } from '../view/RecordPage.tsx';
import { part } from '../../loading/part.ts';
import type { PeoplePage } from './PeopleList.tsx';

const MemberList = part(async () => (await import('./MemberList.tsx')).MemberList);

export interface Member {
  readonly id: string;
  readonly email?: string | null;
  readonly name: string;
  readonly invited: boolean;
  readonly lastSeenAt?: string | null;
}

interface MembersData {
  readonly record?: { readonly members: PeoplePage<Member> } | null;
}

/** What records are belonged to, as somebody is added: what they are called, and whether the viewer may. */
export interface Joined {
  readonly id: string;
  readonly name: string;
  readonly viewerCanUpdate: boolean;
}

/** A mutation that names the record by `<kind>Id`, and one of its members; what else it takes is its own. */
type Change = TypedDocumentNode<unknown, never>;

/** The members of a kind's records: who they are, how somebody becomes one, and how nobody's. */
export interface Members {
  readonly kind: KindDeclaration;
  readonly query: TypedDocumentNode<MembersData, { id: string; q?: string | null; after?: string | null }>;
  readonly named: TypedDocumentNode<{ readonly record?: Joined | null }, { id: string }>;
  readonly add: Change;
  readonly remove: Change;
  /** Where somebody is added. */
  readonly addPath: (id: string) => string;
  /** Whether their role is chosen, where Noa keeps the accounts: elsewhere it follows, or another provider gives it. */
  readonly choosesRole?: boolean;
}

/** The tab with who belongs to an org or a manager; null in the past, as nobody has written down who belonged to it then. */
export function useMembersTab(members: Members, record: { id: string; viewerCanUpdate: boolean }): Tab | null {
  const { t } = useTranslation('members');
  const { asOf } = useMoment();
  const { id, viewerCanUpdate } = record;
  return asOf === null
    ? { id: 'members', label: t('title'), content: <MemberList id={id} mayChange={viewerCanUpdate} {...members} /> }
    : null;
}
