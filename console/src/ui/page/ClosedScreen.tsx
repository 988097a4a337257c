import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { IconForbidden } from '../icons.ts';
import { EmptyState } from './EmptyState.tsx';
import { Page } from './Page.tsx';

/** In the place of a screen that is not for its viewer, or not here: why, and the way home. */
export function ClosedScreen({ title, reason }: { title: string; reason: string }) {
  const { t } = useTranslation();
  return (
    <Page title={title}>
      <EmptyState
        icon={IconForbidden}
        title={reason}
        actions={
          <Button component={Link} to={paths.home}>
            {t('notFound.home')}
          </Button>
        }
      />
    </Page>
  );
}
