import { useMutation } from '@apollo/client/react';
import { Group } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AccountsQuery } from '../../api/generated/graphql.ts';
import { BlockAccountDocument } from '../../api/mutations/generated/block-account.graphql.ts';
import { EndAccountSessionsDocument } from '../../api/mutations/generated/end-account-sessions.graphql.ts';
import { UnblockAccountDocument } from '../../api/mutations/generated/unblock-account.graphql.ts';
import { ConfirmButton } from '../../crud/ConfirmDialog.tsx';
import { PeopleList, PersonRow } from '../../crud/members/PeopleList.tsx';
import { useLocalAccounts } from '../../session/config.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconBlocked, IconInvited, IconSignOut, IconUnblocked } from '../../ui/icons.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { Status } from '../../ui/values/cells.tsx';
import { Moment } from '../../ui/values/Moment.tsx';
import { AccountsDocument } from './account.graphql.ts';

/** Who has an account or was invited, wherever they belong: whoever administers accounts blocks one here, and ends its sessions. */
export const Component = () => (
  <Page title={useScreenTitle()}>
    <PeopleList name="accounts" query={AccountsDocument} select={({ accounts }) => accounts} permission="account:read">
      {(account) => <AccountRow key={account.id} account={account} />}
    </PeopleList>
  </Page>
);

type Account = AccountsQuery['accounts']['nodes'][number];
type Deed = 'block' | 'unblock' | 'endSessions';

const icons: Readonly<Record<Deed, Icon>> = { block: IconBlocked, unblock: IconUnblocked, endSessions: IconSignOut };
const documents = {
  block: BlockAccountDocument,
  unblock: UnblockAccountDocument,
  endSessions: EndAccountSessionsDocument,
} as const;

/** An account with what may be done to it; nobody does it to their own, whose page is another. */
function AccountRow({ account }: { account: Account }) {
  const { t } = useTranslation(['accounts', 'common']);
  const viewer = useViewer();
  const kept = useLocalAccounts();
  const { id, name, email, roles, blocked, invited } = account;
  const title = name || email || id;
  const deeds: readonly Deed[] = [
    ...(kept && !invited && !blocked ? (['endSessions'] as const) : []),
    blocked ? 'unblock' : 'block',
  ];

  return (
    <PersonRow
      name={title}
      email={email}
      roles={roles.map((role) => t(`common:roles.${role}`)).join(' · ')}
      standing={<Standing account={account} />}
    >
      {viewer.may('account:write') && viewer.id !== id && (
        <Group gap="xs">
          {deeds.map((deed) => (
            <DeedButton key={deed} deed={deed} id={id} title={title} />
          ))}
        </Group>
      )}
    </PersonRow>
  );
}

function Standing({ account: { blocked, invited, lastSeenAt } }: { account: Account }) {
  const { t } = useTranslation('accounts');
  if (blocked) {
    return <Status icon={IconBlocked} color="red" label={t('blocked')} />;
  }
  if (invited) {
    return <Status icon={IconInvited} color="blue" label={t('invited')} />;
  }
  return (
    lastSeenAt && (
      <>
        {t('lastSeenAt')} <Moment at={lastSeenAt} />
      </>
    )
  );
}

function DeedButton({ deed, id, title }: { deed: Deed; id: string; title: string }) {
  const { t } = useTranslation('accounts');
  const kept = useLocalAccounts();
  const [run] = useMutation<unknown, { id: string }>(documents[deed]);
  const DeedIcon = icons[deed];
  return (
    <ConfirmButton
      about={title}
      size="sm"
      leftSection={<DeedIcon size={16} aria-hidden />}
      title={t(`${deed}.title`)}
      text={t(kept && deed === 'block' ? 'block.textKept' : `${deed}.text`, { name: title })}
      action={t(`${deed}.action`)}
      run={() => run({ variables: { id } })}
      done={t(`${deed}.done`, { name: title })}
    />
  );
}
