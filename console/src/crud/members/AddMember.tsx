import { useApolloClient, useMutation } from '@apollo/client/react';
import { Alert, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addMemberInput, memberLimits, newOrgMemberInput, orgMemberRoles } from '@noa/domain/member.ts';
import { useLocalAccounts } from '../../session/config.ts';
import { IconInfo } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { NotAllowed } from '../list/ListEmpty.tsx';
import { RecordForm } from '../form/RecordForm.tsx';
import { RecordLoader } from '../view/RecordLoader.tsx';
import { namesOf } from '../declared/kind-names.ts';
import type { Joined, Members } from './members.tsx';
import { useLeave } from '../use-leave.ts';

type Role = (typeof orgMemberRoles)[number];

/** The page on which somebody becomes a member of an org or a manager, by their e-mail address. */
export function AddMemberScreen(members: Members) {
  const { list: name, write, paths } = namesOf(members.kind);
  return (
    <RecordLoader name={name} permission={write} query={members.named} select={(data) => data.record} list={paths.list}>
      {(target) => <AddMember target={target} {...members} />}
    </RecordLoader>
  );
}

function AddMember({ kind, add, choosesRole, target }: Members & { target: Joined }) {
  const { list: name, write: permission, paths } = namesOf(kind);
  const { t, i18n } = useTranslation([name, 'members', 'common']);
  const kept = useLocalAccounts();
  const asksRole = Boolean(choosesRole && kept);
  const client = useApolloClient();
  const leave = useLeave();
  const title = useScreenTitle();
  const [run] = useMutation(add);
  const view = paths.view(target.id);
  const members = `${view}?tab=members`;

  async function save({ email, role }: { email: string; role?: Role }): Promise<boolean> {
    const locale = i18n.language === 'en' ? 'en' : 'ro';
    await run({ variables: { [`${kind.name}Id`]: target.id, email, locale, ...(role && { role }) } as never });
    notifySuccess(t('members:added', { email, name: target.name }));
    return true;
  }
  function handleSaved(isShown: boolean) {
    void client.refetchQueries({ include: 'active' });
    if (isShown) {
      leave(members);
    }
  }

  return (
    <Page
      title={title}
      above={[
        { label: t('title'), to: paths.list },
        { label: target.name, to: view },
      ]}
    >
      {target.viewerCanUpdate ? (
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
                  description={t('members:hints.role')}
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
