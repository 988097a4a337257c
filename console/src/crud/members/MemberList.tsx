import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { notifyFailureOf } from '../../api/notify-failure.ts';
import { useLocalAccounts } from '../../session/config.ts';
import { IconAddMember, IconInvited, IconRemoveMember } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { Status } from '../../ui/values/cells.tsx';
import { Moment } from '../../ui/values/Moment.tsx';
import { ConfirmButton } from '../ConfirmDialog.tsx';
import { namesOf } from '../declared/kind-names.ts';
import { returnsHere } from '../use-leave.ts';
import type { Member, Members } from './members.tsx';
import { PeopleList, PersonRow } from './PeopleList.tsx';

interface Props extends Members {
  /** The record they are members of. */
  id: string;
  /** Whether the viewer may remove and add. */
  mayChange: boolean;
}

const nameOf = ({ name, email, id }: Member) => name || email || id;

/** Who belongs to an org or a manager: found by name, invited ones marked, removed with a question. */
export function MemberList({ mayChange, ...of }: Props) {
  const { t } = useTranslation(['members', 'common']);
  return (
    <PeopleList
      name="members"
      query={of.query}
      of={{ id: of.id }}
      select={({ record }) => record?.members}
      permission={namesOf(of.kind).read}
      add={
        mayChange && (
          <Button
            component={Link}
            to={of.addPath(of.id)}
            state={returnsHere}
            leftSection={<IconAddMember size={16} aria-hidden />}
          >
            {t('common:actions.addMember')}
          </Button>
        )
      }
    >
      {(member, refetch) => (
        <MemberRow key={member.id} member={member} of={mayChange && of} onRemoved={() => void refetch()} />
      )}
    </PeopleList>
  );
}

interface RowProps {
  member: Member;
  /** What they are a member of; false for those who may not change it. */
  of: (Members & { readonly id: string }) | false;
  onRemoved: () => void;
}

function MemberRow({ member, of, onRemoved }: RowProps) {
  const { t } = useTranslation(['members', 'common']);
  const kept = useLocalAccounts();
  const { email, invited, lastSeenAt } = member;
  const name = nameOf(member);
  const standing = invited ? (
    <Status icon={IconInvited} color="blue" label={t('invited')} />
  ) : (
    lastSeenAt && (
      <>
        {t('fields.lastSeenAt')} <Moment at={lastSeenAt} />
      </>
    )
  );
  return (
    <PersonRow name={name} email={email} standing={standing}>
      {of && invited && kept?.sendsMail && <InviteAgain of={of} email={email ?? ''} />}
      {of && <RemoveButton of={of} id={member.id} name={name} onDone={onRemoved} />}
    </PersonRow>
  );
}

/** Sends the invitation once more, for who has lost it. */
function InviteAgain({ of: { kind, id, add }, email }: { of: Members & { readonly id: string }; email: string }) {
  const { t } = useTranslation('members');
  const [run, { loading }] = useMutation(add, {
    onCompleted: () => notifySuccess(t('sentAgain', { email })),
    onError: (error) => notifyFailureOf(t('notSentAgain', { email }), error),
  });
  return (
    <Button
      variant="default"
      size="sm"
      loading={loading}
      leftSection={<IconInvited size={16} aria-hidden />}
      onClick={() => void run({ variables: { [`${kind.name}Id`]: id, email } as never })}
    >
      {t('sendAgain')}
    </Button>
  );
}

interface RemoveProps {
  of: Members & { readonly id: string };
  /** Who is removed. */
  id: string;
  name: string;
  onDone: () => void;
}

function RemoveButton({ of: { kind, id, remove }, id: memberId, name, onDone }: RemoveProps) {
  const { t } = useTranslation(['members', 'common']);
  const [run] = useMutation(remove);
  return (
    <ConfirmButton
      about={name}
      size="sm"
      leftSection={<IconRemoveMember size={16} aria-hidden />}
      title={t('removeTitle')}
      text={t('removeText', { name })}
      action={t('common:actions.removeMember')}
      run={() => run({ variables: { [`${kind.name}Id`]: id, memberId } as never })}
      done={t('removed', { name })}
      onDone={onDone}
    />
  );
}
