import type { TypedDocumentNode } from '@apollo/client';
import { useMutation, useQuery } from '@apollo/client/react';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { describeFailure, failureText } from '../../api/failure.ts';
import { Status } from '../../ui/values/cells.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import { IconAddMember, IconInvited, IconNone, IconRemoveMember } from '../../ui/icons.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { useLocalAccounts } from '../../session/config.ts';
import { notifyError, notifySuccess } from '../../ui/notify.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { ListFailed } from '../list/ListEmpty.tsx';
import classes from './MemberList.module.css';
import { SearchInput } from '../list/SearchInput.tsx';
import { returnsHere } from '../use-leave.ts';

interface Member {
  readonly id: string;
  readonly email?: string | null;
  readonly name: string;
  readonly invited: boolean;
  readonly lastSeenAt?: string | null;
}

interface MembersData {
  readonly record?: {
    readonly members: {
      readonly nodes: readonly Member[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
      readonly totalCount: number;
    };
  } | null;
}

type MembersQuery = TypedDocumentNode<MembersData, { id: string; q?: string | null; after?: string | null }>;
type RemoveMember = TypedDocumentNode<unknown, { id: string; memberId: string }>;
type AddMember = TypedDocumentNode<unknown, { id: string; email: string }>;

interface Props {
  /** The record they are members of. */
  id: string;
  query: MembersQuery;
  /** How one is removed; false for those who may neither remove nor add. */
  remove: RemoveMember | false;
  /** How one is invited again who has not come yet. */
  add: AddMember;
  addPath: string;
}

const nameOf = ({ name, email, id }: Member) => name || email || id;

/** Who belongs to an org or a manager: found by name, invited ones marked, removed with a question. */
export function MemberList({ id, query, remove, add: invite, addPath }: Props) {
  const { t, i18n } = useTranslation(['members', 'common']);
  const [q, setQ] = useState('');
  const kept = useLocalAccounts();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(query, {
    variables: { id, q },
    fetchPolicy: 'cache-and-network',
  });
  const members = (data ?? previousData)?.record?.members;
  const add = remove && (
    <Button component={Link} to={addPath} state={returnsHere} leftSection={<IconAddMember size={16} aria-hidden />}>
      {t('common:actions.addMember')}
    </Button>
  );

  if (error) {
    return <ListFailed failure={describeFailure(error)} permission="org:read" onRetry={() => void refetch()} />;
  }
  if (!members) {
    return <Skeleton height={160} role="status" aria-label={t('common:loading.screen')} />;
  }
  const handleMore = () =>
    void fetchMore({
      variables: { after: members.pageInfo.endCursor ?? null },
      updateQuery: (before, { fetchMoreResult }) => joined(before, fetchMoreResult),
    });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SearchInput value={q} onSearch={setQ} />
        {add}
      </Group>
      {members.nodes.length === 0 ? (
        <EmptyState
          icon={IconNone}
          title={t(q === '' ? 'empty.title' : 'common:list.noMatch')}
          actions={q === '' && add}
        >
          {q === '' && t('empty.text')}
        </EmptyState>
      ) : (
        <>
          <Text fz="sm" c="dimmed" aria-live="polite">
            {t('count', { count: members.totalCount, formatted: formatNumber(members.totalCount, i18n.language) })}
          </Text>
          <ul className={classes.list} aria-busy={loading}>
            {members.nodes.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                onRemove={remove && (() => setLeaving(member))}
                again={remove && kept?.sendsMail && <InviteAgain id={id} member={member} invite={invite} />}
              />
            ))}
          </ul>
        </>
      )}
      {members.pageInfo.hasNextPage && (
        <Button variant="default" loading={loading} onClick={handleMore} mr="auto">
          {t('more')}
        </Button>
      )}
      {remove && leaving && (
        <RemoveDialog
          id={id}
          member={leaving}
          mutation={remove}
          onDone={() => void refetch()}
          onClose={() => setLeaving(null)}
        />
      )}
    </Stack>
  );
}

/** A page more of them, after those that are here. */
function joined(before: MembersData, next: MembersData): MembersData {
  const [shown, more] = [before.record?.members, next.record?.members];
  return shown && more
    ? { ...next, record: { ...next.record, members: { ...more, nodes: [...shown.nodes, ...more.nodes] } } }
    : before;
}

interface RowProps {
  member: Member;
  onRemove: (() => void) | false;
  /** By which who was invited is invited again. */
  again: ReactNode;
}

function MemberRow({ member, onRemove, again }: RowProps) {
  const { t } = useTranslation(['members', 'common']);
  const { name, email, invited, lastSeenAt } = member;
  return (
    <li className={classes.member}>
      <div className={classes.who}>
        <span className={classes.name}>{nameOf(member)}</span>
        {name && email && <span className={classes.email}>{email}</span>}
      </div>
      <div className={classes.seen}>
        {invited ? (
          <Status icon={IconInvited} color="blue" label={t('invited')} />
        ) : (
          lastSeenAt && (
            <>
              {t('fields.lastSeenAt')} <Moment at={lastSeenAt} />
            </>
          )
        )}
      </div>
      {invited && again}
      {onRemove && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRemoveMember size={16} aria-hidden />}
          onClick={onRemove}
          aria-label={`${t('common:actions.removeMember')}: ${nameOf(member)}`}
        >
          {t('common:actions.removeMember')}
        </Button>
      )}
    </li>
  );
}

/** Sends the invitation once more, for who has lost it. */
function InviteAgain({ id, member, invite }: { id: string; member: Member; invite: AddMember }) {
  const { t, i18n } = useTranslation('members');
  const [run, { loading }] = useMutation(invite);
  const email = member.email ?? '';
  async function handleClick() {
    try {
      await run({ variables: { id, email } });
      notifySuccess(t('sentAgain', { email }));
    } catch (error) {
      notifyError({ title: t('notSentAgain', { email }), message: failureText(i18n.t, describeFailure(error)) });
    }
  }
  return (
    <Button
      variant="default"
      size="sm"
      loading={loading}
      leftSection={<IconInvited size={16} aria-hidden />}
      onClick={() => void handleClick()}
    >
      {t('sendAgain')}
    </Button>
  );
}

interface RemoveProps {
  id: string;
  member: Member;
  mutation: RemoveMember;
  onDone: () => void;
  onClose: () => void;
}

function RemoveDialog({ id, member, mutation, onDone, onClose }: RemoveProps) {
  const { t } = useTranslation(['members', 'common']);
  const [run] = useMutation(mutation);
  const name = nameOf(member);
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      text={t('removeText', { name })}
      action={t('common:actions.removeMember')}
      run={() => run({ variables: { id, memberId: member.id } })}
      done={t('removed', { name })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
