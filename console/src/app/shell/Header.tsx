import { ActionIcon, Anchor, Button, Group, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useConnection } from '../../loading/connection.ts';
import { part } from '../../loading/part.ts';
import { paths } from '../../paths.ts';
import { useLocalAccounts } from '../../session/config.ts';
import { useSession } from '../../session/session.ts';
import { useViewer } from '../../session/viewer.ts';
import {
  IconAccessGroup,
  IconClose,
  IconHelp,
  IconMenu,
  IconMenuClose,
  IconMenuOpen,
  IconNext,
  IconSearch,
  IconSettings,
  IconSignOut,
  IconUser,
} from '../../ui/icons.ts';
import { onSearchAsked } from '../../ui/page/ask-search.ts';
import { useBreadcrumbs } from '../../ui/page/breadcrumbs.ts';
import { Disclosure, PanelButton, panelItem, PanelLink } from '../../ui/page/Disclosure.tsx';
import { Link } from '../../ui/page/Link.tsx';
import classes from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';

interface Props {
  menuOpen: boolean;
  onMenu: () => void;
  collapsed: boolean;
  onCollapse: () => void;
}

/** Where one is, and what is at hand everywhere. */
export function Header({ menuOpen, onMenu, collapsed, onCollapse }: Props) {
  const { t } = useTranslation();
  const { isStaff } = useViewer();
  return (
    <Group
      h="calc(var(--noa-header) - 1px)"
      px="min(var(--mantine-spacing-md), 4.2vw)"
      gap="min(var(--mantine-spacing-xs), 2.6vw)"
      wrap="nowrap"
    >
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onMenu}
        aria-label={t(menuOpen ? 'menu.close' : 'menu.open')}
        aria-expanded={menuOpen}
        aria-controls="menu"
      >
        {menuOpen ? <IconClose size={22} aria-hidden /> : <IconMenu size={22} aria-hidden />}
      </ActionIcon>
      <ActionIcon
        visibleFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        onClick={onCollapse}
        aria-label={t(collapsed ? 'menu.open' : 'menu.close')}
        aria-expanded={!collapsed}
        aria-controls="menu"
      >
        {collapsed ? <IconMenuOpen size={20} aria-hidden /> : <IconMenuClose size={20} aria-hidden />}
      </ActionIcon>
      <RouterLink to={paths.home} className={classes.brand} aria-label={t('brandHome')}>
        noa
      </RouterLink>
      <Breadcrumb />
      <Group gap="xs" wrap="nowrap" ml="auto" flex="none">
        {isStaff && <SearchButton />}
        <ConnectionDot />
        {isStaff && <KeysButton />}
        <Group gap="xs" wrap="nowrap" visibleFrom="sm">
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
        <UserMenu />
      </Group>
    </Group>
  );
}

/** Whether the server answers: by colour, by shape, and in words. */
function ConnectionDot() {
  const { t } = useTranslation();
  const works = useConnection();
  const label = t(works ? 'connection.works' : 'connection.lost');
  return (
    <span className={classes.dot} data-lost={works ? undefined : true} role="status" title={label}>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** The way to the open page. */
function Breadcrumb() {
  const { t } = useTranslation();
  const crumbs = useBreadcrumbs();
  return (
    <nav aria-label={t('breadcrumb')} className={classes.nav}>
      <ol className={`plain ${classes.crumbs}`}>
        {crumbs.map(({ label, to }, index) => (
          <li key={`${index} ${label}`}>
            {index > 0 && <IconNext size={14} aria-hidden style={{ flexShrink: 0 }} />}
            {to ? (
              <Anchor component={Link} to={to} fz="sm" className={classes.crumb}>
                {label}
              </Anchor>
            ) : (
              <span className={classes.crumb} aria-current="page">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const KeysDialog = part(async () => (await import('../keys/KeysDialog.tsx')).KeysDialog, null);

/** Says which keys do what; for who has a keyboard, so not on a phone's width. */
function KeysButton() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <>
      <ActionIcon
        visibleFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('keys.title')}
        title={t('keys.title')}
        aria-keyshortcuts="?"
        onClick={() => setShown(true)}
      >
        <IconHelp size={18} aria-hidden />
      </ActionIcon>
      {shown && <KeysDialog onClose={() => setShown(false)} />}
    </>
  );
}

const SearchDialog = part(async () => (await import('../search/SearchDialog.tsx')).SearchDialog, null);

/** Opens the search, as `Ctrl+K` does on every screen, and as screens may ask for it. */
function SearchButton() {
  const { t } = useTranslation();
  // What the search begins with; null while it is closed.
  const [asked, setAsked] = useState<string | null>(null);

  const handleSearch = () => setAsked('');
  useHotkeys([['mod+K', handleSearch]], [], true);
  useEffect(function openWhenAsked() {
    return onSearchAsked(setAsked);
  }, []);

  return (
    <>
      <Button
        visibleFrom="md"
        variant="default"
        size="xs"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">Ctrl K</Kbd>}
        aria-keyshortcuts="/"
        onClick={handleSearch}
      >
        {t('search.open')}
      </Button>
      <ActionIcon
        hiddenFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('search.open')}
        onClick={handleSearch}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
      {asked !== null && <SearchDialog initial={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Who is signed in, their settings, and the way out. */
function UserMenu() {
  const { t, i18n } = useTranslation();
  const kept = useLocalAccounts();
  const session = useSession();
  const { name, email, roles, may } = useViewer();
  return (
    <Disclosure
      button={(props) => (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('userMenu', { name })} {...props}>
          <IconUser size={20} aria-hidden />
        </ActionIcon>
      )}
    >
      <p className={classes.who}>
        <strong>{name}</strong>
        {[email, ...roles.map((role) => t(`roles.${role}`))].filter(Boolean).join(' · ')}
      </p>
      <PanelLink to={paths.settings} icon={IconSettings}>
        {t('actions.settings')}
      </PanelLink>
      <PanelLink to={paths.help.index} icon={IconHelp}>
        {t('help.title')}
      </PanelLink>
      {may('account:read') && (
        <PanelLink to={paths.accounts} icon={IconUser}>
          {t('actions.accounts')}
        </PanelLink>
      )}
      {kept && (
        <a href={`${kept.url}?lang=${i18n.language}`} className={panelItem}>
          <IconAccessGroup size={16} aria-hidden />
          {t('actions.account')}
        </a>
      )}
      <PanelButton icon={IconSignOut} onClick={() => void session.signOut()}>
        {t('actions.signOut')}
      </PanelButton>
    </Disclosure>
  );
}
