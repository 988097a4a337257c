import { Alert, AppShell } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useViewer } from '../session/viewer.ts';
import { LoadingScreen } from '../ui/LoadingPage.tsx';
import { preferenceKeys } from '../ui/preferences.ts';
import { Header } from './Header.tsx';
import { Navigation } from './Navigation.tsx';
import { ScreenChange } from './ScreenChange.tsx';
import classes from './Shell.module.css';

/** What stands around every screen. */
export function Shell() {
  const { t } = useTranslation();
  const { disabledOrgs } = useViewer();
  const { pathname } = useLocation();
  const loading = useNavigation().state === 'loading';
  const [menuOpen, { toggle: toggleMenu, close: closeMenu }] = useDisclosure();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: preferenceKeys.navbar,
    defaultValue: false,
    getInitialValueInEffect: false,
  });

  useEffect(
    function leaveMenuWithRoute() {
      closeMenu();
    },
    [pathname, closeMenu],
  );

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !menuOpen, desktop: collapsed } }}
      padding="md"
    >
      <a href="#main" className={classes.skip}>
        {t('skipToContent')}
      </a>
      <AppShell.Header>
        <Header
          menuOpen={menuOpen}
          onMenu={toggleMenu}
          collapsed={collapsed}
          onCollapse={() => setCollapsed(!collapsed)}
        />
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t('menu.label')} id="menu">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        {disabledOrgs.length > 0 && (
          <Alert color="orange" mb="md" title={t('disabledOrgs.title')}>
            {t('disabledOrgs.text', { orgs: disabledOrgs.map(({ name }) => name).join(', ') })}
          </Alert>
        )}
        <ScreenChange loading={loading} />
        <Suspense fallback={<LoadingScreen />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
      <ScrollRestoration />
    </AppShell>
  );
}
