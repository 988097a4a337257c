import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { Alert, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addMemberInput, memberLimits } from '@noa/domain/member.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import { useViewer } from '../session/viewer.ts';
import { IconInfo } from '../ui/icons.ts';
import { notifySuccess } from '../ui/notify.tsx';
import { Page } from '../ui/Page.tsx';
import { useScreenTitle } from '../ui/screen-title.ts';
import { NotAllowed } from './ListEmpty.tsx';
import { RecordForm } from './RecordForm.tsx';
import { RecordLoader } from './RecordLoader.tsx';
import { useLeave } from './use-leave.ts';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly viewerCanUpdate: boolean;
}

interface Props {
  /** Namespace of the kind's texts. */
  name: string;
  permission: Permission;
  query: TypedDocumentNode<{ readonly record?: Place | null }, { id: string }>;
  add: TypedDocumentNode<unknown, { id: string; email: string }>;
  list: string;
  viewOf: (id: string) => string;
}

/** The page on which somebody becomes a member of an org or a manager, by their e-mail address. */
export function AddMemberScreen({ name, permission, query, list, ...rest }: Props) {
  return (
    <RecordLoader name={name} permission={permission} query={query} select={(data) => data.record} list={list}>
      {(place) => <AddMember name={name} permission={permission} place={place} list={list} {...rest} />}
    </RecordLoader>
  );
}

function AddMember({ name, permission, place, add, list, viewOf }: Omit<Props, 'query'> & { place: Place }) {
  const { t } = useTranslation([name, 'members', 'common']);
  const viewer = useViewer();
  const client = useApolloClient();
  const leave = useLeave();
  const title = useScreenTitle();
  const [run] = useMutation(add);
  const view = viewOf(place.id);
  const members = `${view}?tab=members`;

  async function save({ email }: { email: string }): Promise<boolean> {
    await run({ variables: { id: place.id, email } });
    notifySuccess(t('members:added', { email, name: place.name }));
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
        { label: place.name, to: view },
      ]}
    >
      {viewer.may(permission) && place.viewerCanUpdate ? (
        <RecordForm
          name="members"
          schema={addMemberInput}
          initial={{ email: '' }}
          save={save}
          onSaved={handleSaved}
          onCancel={() => leave(members)}
        >
          {(form) => (
            <>
              <Alert color="blue" icon={<IconInfo aria-hidden />}>
                {t('members:roleHint')}
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
            </>
          )}
        </RecordForm>
      ) : (
        <NotAllowed permission={permission} />
      )}
    </Page>
  );
}
