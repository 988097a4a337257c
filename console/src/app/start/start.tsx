import { ApolloProvider } from '@apollo/client/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { UserManager } from 'oidc-client-ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '../../api/client.ts';
import { followOtherTabs } from '../../api/other-tabs.ts';
import { apiPath } from '../../api/early.ts';
import { followNetwork } from '../../loading/connection.ts';
import { ConfigProvider, loadConfig } from '../../session/config.ts';
import { ownToken, OwnTokenContext } from '../../session/own-token.ts';
import { SessionProvider } from '../../session/SessionProvider.tsx';
import { giveUpSession, startSignIn, type Refusal } from '../../session/sign-in.ts';
import { createUserManager } from '../../session/user-manager.ts';
import { ViewerProvider } from '../../session/ViewerProvider.tsx';
import { notifyError } from '../../ui/notify.tsx';
import { preferenceKeys } from '../../ui/preferences.ts';
import { defaultScheme, shownScheme } from '../../ui/scheme.ts';
import { Console } from '../Console.tsx';
import { fetchFirstScreen } from './first-screen.ts';
import { showStartFailure } from './start-failure.ts';
import { startLanguage } from './start-language.ts';
import { cssVariables, theme } from '../theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: preferenceKeys.colorScheme });

/** What the specification (§8) demands when the server does not take our token. */
function createMalformedHandler(manager: UserManager): (refusal: Refusal) => void {
  let handled = false;
  return (refusal) => {
    // Several requests at once are refused together.
    if (!handled) {
      handled = true;
      notifyError({
        title: i18next.t('session.malformed'),
        message: refusal.message,
        correlationId: refusal.correlationId,
        onClose: () => void startSignIn(manager),
      });
      // Without a user the session gate leaves for the sign-in page.
      void giveUpSession(manager, refusal);
    }
  };
}

/** Learns where everything is, and asks at once for what the first screen needs. */
async function connect() {
  const config = await loadConfig();
  const manager = createUserManager(config);
  // Who has signed in in another tab has a console of their own here, too; unsaved work is asked about.
  const token = ownToken(manager, () => location.reload());
  const client = createClient({
    url: new URL(config.graphqlUrl, location.origin).pathname === apiPath ? apiPath : config.graphqlUrl,
    token,
    onMalformed: createMalformedHandler(manager),
  });
  followOtherTabs(client);
  // Who shows what did not come asks again, and says why.
  const screen = fetchFirstScreen(manager, client).catch(() => false);
  return { config, manager, token, client, screen };
}

/** Milliseconds for which the first screen is waited for, before a page says that it is on its way: what is here sooner is drawn once, not thrice. */
const soonMs = 1_000;

/** Whether somebody is signed in whose first screen can be drawn at once. */
const isSoonThere = (screen: Promise<boolean>): Promise<boolean> =>
  Promise.race([
    screen,
    new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), soonMs);
    }),
  ]);

/** Brings the console up, or says why that did not succeed: on the page, and in the browser's log with the cause. */
export async function start(): Promise<void> {
  followNetwork();
  document.documentElement.dataset['mantineColorScheme'] = shownScheme(colorScheme.get(defaultScheme));
  try {
    const container = document.getElementById('root');
    if (!container) {
      throw new Error('index.html has no #root');
    }
    const [{ config, manager, token, client, screen }] = await Promise.all([connect(), startLanguage()]);
    const isSomebody = await isSoonThere(screen);
    const root = createRoot(container, { onUncaughtError: showStartFailure });
    const whole = (
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme={defaultScheme}
          colorSchemeManager={colorScheme}
        >
          <Notifications
            position="top-center"
            autoClose={4000}
            limit={5}
            containerWidth={440}
            transitionDuration={250}
          />
          <ConfigProvider value={config}>
            <SessionProvider manager={manager} isSomebody={isSomebody}>
              <OwnTokenContext value={token}>
                <ApolloProvider client={client}>
                  <ViewerProvider>
                    <Console />
                  </ViewerProvider>
                </ApolloProvider>
              </OwnTokenContext>
            </SessionProvider>
          </ConfigProvider>
        </MantineProvider>
      </StrictMode>
    );
    // In parts, between which keys and clicks are taken.
    startTransition(() => root.render(whole));
  } catch (error) {
    showStartFailure(error);
  }
}
