import { ActionIcon, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconMenu, IconMenuClose, IconMenuOpen, IconClose } from '../../ui/icons.ts';
import { KeysButton } from '../keys/KeysButton.tsx';
import { SearchButton } from '../search/SearchButton.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { ConnectionDot } from './ConnectionDot.tsx';
import classes from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { UserMenu } from './UserMenu.tsx';

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
    <Group h={55} px="md" gap="xs" wrap="nowrap">
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
      <Link to={paths.home} className={classes.brand} aria-label={t('brandHome')}>
        noa
      </Link>
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
