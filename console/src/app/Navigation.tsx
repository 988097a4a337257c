import { AppShell, NavLink } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useViewer } from '../session/viewer.ts';
import { menuFor } from './menu.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { Group } from '@mantine/core';

const isWithin = (pathname: string, root: string) => pathname === root || pathname.startsWith(`${root}/`);

/** The menu, with what the header has no room for on a phone. */
export function Navigation() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const viewer = useViewer();
  return (
    <>
      <AppShell.Section grow component="ul" m={0} p={0} style={{ listStyle: 'none', overflowY: 'auto' }}>
        {menuFor(viewer).map(({ name, to, icon: Icon }) => {
          const active = isWithin(pathname, to);
          return (
            <li key={name}>
              <NavLink
                component={Link}
                to={to}
                label={t(`menu.${name}`)}
                leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                active={active}
                aria-current={active ? 'page' : undefined}
              />
            </li>
          );
        })}
      </AppShell.Section>
      <AppShell.Section hiddenFrom="sm">
        <Group justify="space-between">
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
      </AppShell.Section>
    </>
  );
}
