import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { useLocalAccounts } from '../../session/config.ts';
import { useSession } from '../../session/session.ts';
import { useViewer } from '../../session/viewer.ts';
import { Disclosure, PanelButton, panelItem, PanelLink } from '../../ui/page/Disclosure.tsx';
import { IconAccessGroup, IconHelp, IconSettings, IconSignOut, IconUser } from '../../ui/icons.ts';
import classes from './Header.module.css';

/** Who is signed in, their settings, and the way out. */
export function UserMenu() {
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
