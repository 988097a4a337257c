import { useApolloClient } from '@apollo/client/react';
import { Alert } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import type { Permission } from '@noa/domain/permissions.ts';
import { NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { useAwaited } from '../../loading/fetch-code.ts';
import { part } from '../../loading/part.ts';
import { hasUnsent } from '../../session/account-state.ts';
import { useViewer } from '../../session/viewer.ts';
import { ClosedScreen } from '../../ui/page/ClosedScreen.tsx';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { preferenceKeys, usePreference } from '../../ui/preferences.ts';
import { goAttribute, useSingleKeys } from '../keys/single-keys.ts';
import { entryAt, menuFor } from '../menu.ts';
import { Header } from './Header.tsx';
import { refusalOf } from '../route-access.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
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
  const [collapsed, setCollapsed] = usePreference(preferenceKeys.navbar, false);

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

/** In the place of a screen that demands what the viewer may not do: says which roles may. */
function Refused({ permission }: { permission: Permission }) {
  return (
    <Page title={useScreenTitle()}>
      <NotAllowed permission={permission} />
    </Page>
  );
}

/** Sends what was tapped on a route and not sent before the page was loaded anew, whichever screen is open. */
function useUnsent(): void {
  const client = useApolloClient();
  const account = useViewer().id ?? '';
  useEffect(
    function sendWhatWaits() {
      if (hasUnsent(account, 'route')) {
        // Who has no network now gets it with the route's screen, or with the next page.
        import('../../screens/collection-route/sender.ts').then(
          ({ startSending }) => startSending(client, account),
          () => undefined,
        );
      }
    },
    [client, account],
  );
}

/**
 * While the next screen loads, the old one stays and a thin bar moves; screen readers hear 'loading...'. What waits for the server to be back, be it
 * a screen or a part of one, is said.
 */
function ScreenChange({ loading }: { loading: boolean }) {
  const { t } = useTranslation();
  const isAwaited = useAwaited();
  return (
    <div role="status" className={classes.change}>
      {isAwaited && (
        <Alert color="orange" mb="md" title={t('connection.lost')}>
          {t('connection.awaited')}
        </Alert>
      )}
      {loading && (
        <>
          <div className={classes.progress} />
          <span className="visually-hidden">{t('loading.screen')}</span>
        </>
      )}
    </div>
  );
}

/** Asked for once the screen stands. */
const IncidentCount = part(async () => (await import('./IncidentCount.tsx')).IncidentCount, null);

/** The menu, with what the header has no room for on a phone. */
function Navigation() {
  const { t } = useTranslation();
  const entries = menuFor(useViewer());
  const current = entryAt(entries, useLocation().pathname);
  return (
    <>
      <ul className={`plain ${classes.entries}`}>
        {entries.map(({ name, to, icon: Icon, key, counted }) => (
          <li key={name}>
            <Link
              to={to}
              className={classes.entry ?? ''}
              aria-current={current?.name === name ? 'page' : undefined}
              {...{ [goAttribute]: key }}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              {t(`menu.${name}`)}
              {counted && <IncidentCount />}
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.phoneOnly}>
        <LanguageSwitch />
        <SchemeSwitch />
      </div>
    </>
  );
}
