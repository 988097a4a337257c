import { ActionIcon, Menu, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAuth } from 'react-oidc-context';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useViewer } from '../session/viewer.ts';
import { IconSettings, IconSignOut, IconUser } from '../ui/icons.ts';

/** Who is signed in, their settings, and the way out. */
export function UserMenu() {
  const { t } = useTranslation();
  const auth = useAuth();
  const { name, email, roles } = useViewer();
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('userMenu', { name })}>
          <IconUser size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fz="sm" fw={600} c="var(--mantine-color-text)">
            {name}
          </Text>
          {email && <Text fz="xs">{email}</Text>}
          <Text fz="xs">{roles.map((role) => t(`roles.${role}`)).join(', ')}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.settings} leftSection={<IconSettings size={16} aria-hidden />}>
          {t('actions.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSignOut size={16} aria-hidden />} onClick={() => void auth.signoutRedirect()}>
          {t('actions.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
