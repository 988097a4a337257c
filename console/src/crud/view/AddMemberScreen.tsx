import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { Alert, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addMemberInput, memberLimits, newOrgMemberInput, orgMemberRoles } from '@noa/domain/member.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { useLocalAccounts } from '../../session/config.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconInfo } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { NotAllowed } from '../list/ListEmpty.tsx';
import { RecordForm } from '../form/RecordForm.tsx';
import { RecordLoader } from './RecordLoader.tsx';
import { useLeave } from '../use-leave.ts';

interface Target {
  readonly id: string;
  readonly name: string;
  readonly viewerCanUpdate: boolean;
}

type Role = (typeof orgMemberRoles)[number];

interface NewMember {
  readonly id: string;
  readonly email: string;
  readonly role?: Role | null;
  readonly locale?: 'ro' | 'en' | null;
}

interface Props {
  /** Namespace of the kind's texts. */
  name: string;
  permission: Permission;
  query: TypedDocumentNode<{ readonly record?: Target | null }, { id: string }>;
  add: TypedDocumentNode<unknown, NewMember>;
  /** Whether their role is chosen, where Noa keeps the accounts: elsewhere it follows, or another provider gives it. */
  choosesRole?: boolean;
  list: string;
  viewOf: (id: string) => string;
}

/** The page on which somebody becomes a member of an org or a manager, by their e-mail address. */
export function AddMemberScreen({ name, permission, query, list, ...rest }: Props) {
  return (
    <RecordLoader name={name} permission={permission} query={query} select={(data) => data.record} list={list}>
      {(target) => <AddMember name={name} permission={permission} target={target} list={list} {...rest} />}
    </RecordLoader>
  );
}

function AddMember({
  name,
  permission,
  target,
  add,
  choosesRole,
  list,
  viewOf,
}: Omit<Props, 'query'> & { target: Target }) {
  const { t, i18n } = useTranslation([name, 'members', 'common']);
  const kept = useLocalAccounts();
  const asksRole = Boolean(choosesRole && kept);
  const viewer = useViewer();
  const client = useApolloClient();
  const leave = useLeave();
  const title = useScreenTitle();
  const [run] = useMutation(add);
  const view = viewOf(target.id);
  const members = `${view}?tab=members`;

  async function save({ email, role }: { email: string; role?: Role }): Promise<boolean> {
    const locale = i18n.language === 'en' ? 'en' : 'ro';
    await run({ variables: { id: target.id, email, locale, ...(role && { role }) } });
    notifySuccess(t('members:added', { email, name: target.name }));
    return true;
  }
  function handleSaved() {
    void client.refetchQueries({ include: 'active' });
    leave(members);
  }

  return (
    <Page
      title={title}
      above={[
        { label: t('title'), to: list },
        { label: target.name, to: view },
      ]}
    >
      {viewer.may(permission) && target.viewerCanUpdate ? (
        <RecordForm
          name="members"
          schema={asksRole ? newOrgMemberInput : addMemberInput}
          initial={{ email: '', role: '' }}
          save={save}
          onSaved={handleSaved}
          onCancel={() => leave(members)}
        >
          {(form) => (
            <>
              <Alert color="blue" icon={<IconInfo aria-hidden />}>
                {t(kept ? (kept.sendsMail ? 'members:keptHint' : 'members:unsentHint') : 'members:roleHint')}
              </Alert>
              <TextInput
                type="email"
                label={t('members:fields.email')}
                description={t('members:hints.email')}
                required
                autoComplete="off"
                maxLength={memberLimits.emailLength}
                {...form.getInputProps('email')}
              />
              {asksRole && (
                <NativeSelect
                  label={t('members:fields.role')}
                  required
                  data={[
                    { value: '', label: t('members:chooseRole') },
                    ...orgMemberRoles.map((role) => ({ value: role, label: t(`common:roles.${role}`) })),
                  ]}
                  {...form.getInputProps('role')}
                />
              )}
            </>
          )}
        </RecordForm>
      ) : (
        <NotAllowed permission={permission} />
      )}
    </Page>
  );
}
