import { Button } from '@mantine/core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { part } from '../../loading/part.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { StaffHome } from './StaffHome.tsx';

/** Where everybody starts: the staff from figures, residents from their apartment. */
export function Component() {
  const { isStaff, roles } = useViewer();
  // All texts of the first rows at once: one that waited for its own would take the screen away as it opens.
  const { t } = useTranslation(isStaff ? ['home', 'statusUpdates'] : ['home', 'common']);
  return (
    <Page
      title={t(isStaff ? 'title' : 'residentTitle')}
      // The staff have it in their menus; residents have this screen.
      actions={
        !isStaff && (
          <Button component={Link} to={paths.help.index} variant="default">
            {t('common:help.title')}
          </Button>
        )
      }
    >
      {isStaff && <StaffHome />}
      {roles.includes('ara_user') && <ResidentHome />}
    </Page>
  );
}

/** What a resident sees of the own apartment, with its texts; loaded by those who are residents. */
const ResidentHome = part(async () => {
  const [{ OwnApartments }] = await Promise.all([
    import('../resident/OwnApartments.tsx'),
    i18next.loadNamespaces(['resident', 'cards']),
  ]);
  return OwnApartments;
});
