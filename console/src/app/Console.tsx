import { Button, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router/dom';
import { useSession } from '../session/session.ts';
import { useViewer, exclusionOf } from '../session/viewer.ts';
import { IconForbidden } from '../ui/icons.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { LoadingPage } from '../ui/page/LoadingPage.tsx';
import { theRouter } from './router.ts';

/** The console of a signed-in user, or why there is none for them. */
export function Console() {
  const exclusion = exclusionOf(useViewer());
  return exclusion ? <Exclusion reason={exclusion} /> : <RouterProvider router={theRouter()} />;
}

/** Tells a signed-in user why the console has nothing for them, and whom to ask. */
function Exclusion({ reason }: { reason: 'noRole' | 'noMembership' | 'disabled' }) {
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
