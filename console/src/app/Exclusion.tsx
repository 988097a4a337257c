import { Button, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import { useViewer } from '../session/viewer.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { IconForbidden } from '../ui/icons.ts';
import { LoadingPage } from '../ui/page/LoadingPage.tsx';

/** Tells a signed-in user why the console has nothing for them, and whom to ask. */
export function Exclusion({ reason }: { reason: 'noRole' | 'noMembership' | 'disabled' }) {
  const { t } = useTranslation();
  const session = useSession();
  const { email, name, disabledOrgs } = useViewer();
  return (
    <LoadingPage>
      <EmptyState
        icon={IconForbidden}
        order={1}
        title={t(`exclusion.${reason}.title`, { count: disabledOrgs.length })}
        actions={<Button onClick={() => void session.signOut()}>{t('actions.signOut')}</Button>}
      >
        <p>{t(`exclusion.${reason}.text`, { user: email ?? name })}</p>
        {reason === 'disabled' && (
          <List fz="sm" ta="left">
            {disabledOrgs.map((org) => (
              <List.Item key={org.id}>{org.name}</List.Item>
            ))}
          </List>
        )}
      </EmptyState>
    </LoadingPage>
  );
}
