import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { IconForbidden } from '../ui/icons.ts';
import { Page } from '../ui/page/Page.tsx';

/** Tells a resident that a screen is for those who work with the registry. */
export function StaffOnly() {
  const { t } = useTranslation();
  return (
    <Page title={t('notAllowed.title')}>
      <EmptyState
        icon={IconForbidden}
        title={t('notAllowed.staffOnly')}
        actions={
          <Button component={Link} to={paths.home}>
            {t('notFound.home')}
          </Button>
        }
      />
    </Page>
  );
}
