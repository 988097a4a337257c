import { Alert } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { useViewer } from '../../session/viewer.ts';
import { ClosedScreen } from '../../ui/page/ClosedScreen.tsx';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { preferenceKeys } from '../../ui/preferences.ts';
import { useSingleKeys } from '../keys/single-keys.ts';
import { Header } from './Header.tsx';
import { Navigation } from './Navigation.tsx';
import { ScreenChange } from './ScreenChange.tsx';
import { useUnsent } from './use-unsent.ts';
import { Refused } from '../Refused.tsx';
import { refusalOf } from '../route-access.ts';
import classes from './Shell.module.css';

/** What stands around every screen. */
export function Shell() {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { disabledOrgs } = viewer;
  const refusal = refusalOf(
    viewer,
    useMatches().map(({ handle }) => handle),
  );
  // Of each step, also where it leads to the screen that is open: to the whole of its list.
  const { key: step } = useLocation();
  useSingleKeys();
  useUnsent();
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
    [step, closeMenu],
  );

  return (
    <div className={classes.shell} data-collapsed={collapsed || undefined} data-menu={menuOpen || undefined}>
      <a href="#main" className={classes.skip}>
        {t('skipToContent')}
      </a>
      <header className={classes.header}>
        <Header
          menuOpen={menuOpen}
          onMenu={toggleMenu}
          collapsed={collapsed}
          onCollapse={() => setCollapsed(!collapsed)}
        />
      </header>
      <nav className={classes.navbar} aria-label={t('menu.label')} id="menu">
        <Navigation />
      </nav>
      <main id="main" tabIndex={-1} className={classes.main}>
        {disabledOrgs.length > 0 && (
          <Alert color="orange" mb="md" title={t('disabledOrgs.title', { count: disabledOrgs.length })}>
            {t('disabledOrgs.text', { orgs: disabledOrgs.map(({ name }) => name).join(', ') })}
          </Alert>
        )}
        <ScreenChange loading={loading} />
        <Suspense fallback={<LoadingScreen />}>
          {refusal === null ? (
            <Outlet />
          ) : refusal === 'staffOnly' ? (
            <ClosedScreen title={t('notAllowed.title')} reason={t('notAllowed.staffOnly')} />
          ) : (
            <Refused permission={refusal} />
          )}
        </Suspense>
      </main>
      <ScrollRestoration />
    </div>
  );
}
