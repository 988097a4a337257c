import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, useLoaderData } from 'react-router';
import { paths } from '../../paths.ts';
import type { ConsoleConfig } from '@noa/domain/console-paths.ts';
import { loadConfig } from '../../session/config.ts';
import { useViewer } from '../../session/viewer.ts';
import { ClosedScreen } from '../../ui/page/ClosedScreen.tsx';
import { IconFailed } from '../../ui/icons.ts';
import { useNewGateway } from './gateway.ts';
import { mayEnter } from './batches/may-enter.ts';
import classes from './Playground.module.css';

/** Whether this is production, and where locks sign in: only the server knows. */
export const loader = (): Promise<ConsoleConfig> => loadConfig();

/** In the order of the specification (§2). */
const screens = [
  { path: paths.playground.cardEvent, title: 'cardEvent.title' },
  { path: paths.playground.containerStatus, title: 'containerStatus.title' },
  { path: paths.playground.cardInputs, title: 'cardInputs.title' },
  { path: paths.playground.cardsToSync, title: 'sync.title' },
] as const;

/** What stands around the test screens: outside the console's own layout, and nobody takes it for the real thing. */
export function Component() {
  const { t } = useTranslation('playground');
  const config = useLoaderData<typeof loader>();
  const gateway = useNewGateway(config);
  const viewer = useViewer();
  return (
    <div className={classes.playground}>
      <header className={classes.banner}>
        <Group gap="xs" wrap="nowrap">
          <IconFailed size={20} aria-hidden />
          <Text component="strong" fw={700}>
            {t('banner')}
          </Text>
        </Group>
        <Anchor component={Link} to={paths.home} className={classes.leave}>
          {t('leave')}
        </Anchor>
      </header>
      <nav aria-label={t('screens')} className={classes.screens}>
        {screens.map(({ path, title }) => (
          <Anchor key={path} component={NavLink} to={path} className={classes.screen} fz="sm">
            {t(title)}
          </Anchor>
        ))}
      </nav>
      <main id="main" tabIndex={-1} className={classes.main}>
        {mayEnter(config.production, viewer) ? (
          <Outlet context={gateway} />
        ) : (
          <ClosedScreen title={t('closed.title')} reason={t('closed.text')} />
        )}
      </main>
    </div>
  );
}
