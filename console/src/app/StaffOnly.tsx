import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { IconForbidden } from '../ui/icons.ts';
import { Page } from '../ui/page/Page.tsx';

/** Tells a resident that a screen is for those who work with the registry. */
export function StaffOnly() {
  const { t } = useTranslation();
  return (
    <Page title={t('notAllowed.title')}>
      <EmptyState icon={IconForbidden} title={t('notAllowed.staffOnly')} />
    </Page>
  );
}
