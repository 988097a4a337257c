import { ApolloProvider } from '@apollo/client/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '../../api/client.ts';
import { followOtherTabs } from '../../api/other-tabs.ts';
import { apiPath } from '../../api/early.ts';
import { connectionIsLost, followNetwork } from '../../loading/connection.ts';
import { pause } from '../../pause.ts';
import { ConfigProvider, loadConfig } from '../../session/config.ts';
import { ownToken, OwnTokenContext } from '../../session/own-token.ts';
import { Session, SessionContext } from '../../session/session.ts';
import { SessionGate } from '../../session/SessionGate.tsx';
import { giveUpSession, startSignIn, type Refusal } from '../../session/sign-in.ts';
import { ViewerProvider } from '../../session/ViewerProvider.tsx';
import { notifyError } from '../../ui/notify.tsx';
import { preferenceKeys } from '../../ui/preferences.ts';
import { defaultScheme, shownScheme } from '../../ui/scheme.ts';
import { Console } from '../Console.tsx';
import { Behind } from './Behind.tsx';
import { fetchFirstScreen } from './first-screen.ts';
import { hideStartFailure, showStartFailure } from './start-failure.ts';
import { startLanguage } from './start-language.ts';
import { cssVariables, theme } from '../theme.ts';

const colorScheme = localStorageColorSchemeManager({ key: preferenceKeys.colorScheme });

/** What the specification (§8) demands when the server does not take our token. */
function createMalformedHandler(session: Session): (refusal: Refusal) => void {
  let handled = false;
  return (refusal) => {
    // Several requests at once are refused together.
    if (!handled) {
      handled = true;
      notifyError({
        title: i18next.t('session.malformed'),
        message: refusal.message,
        correlationId: refusal.correlationId,
        onClose: () => void startSignIn(session),
      });
      // Without a user the session gate leaves for the sign-in page.
      void giveUpSession(session, refusal);
    }
  };
}

/** Learns where everything is, and asks at once for what the first screen needs. */
async function connect() {
  const config = await loadConfig();
  const session = new Session(config);
  // Who has signed in in another tab has a console of their own here, too; unsaved work is asked about.
  const token = ownToken(session, () => location.reload());
  const client = createClient({
    url: new URL(config.graphqlUrl, location.origin).pathname === apiPath ? apiPath : config.graphqlUrl,
    token,
    onMalformed: createMalformedHandler(session),
  });
  followOtherTabs(client);
  // Who shows what did not come asks again, and says why.
  const screen = fetchFirstScreen(session, client).catch(() => undefined);
  if (session.standing().isLooking) {
    // Nothing can be shown without it, nor can be said to wait for the server.
    await Promise.race([session.manager(), connectionIsLost()]);
  }
  return { config, session, token, client, screen };
}

/** Milliseconds for which the first screen is waited for, before a page says that it is on its way: what is here sooner is drawn once, not thrice. */
const soonMs = 1_000;

/** Resolves when the first screen can be drawn at once, or is not to be waited for any longer. */
const soonThere = (screen: Promise<unknown>): Promise<unknown> => Promise.race([screen, pause(soonMs)]);

/** Brings the console up, or says why that did not succeed: on the page, and in the browser's log with the cause. */
export async function start(): Promise<void> {
  hideStartFailure();
  followNetwork();
  document.documentElement.dataset['mantineColorScheme'] = shownScheme(colorScheme.get(defaultScheme));
  try {
    const container = document.getElementById('root');
    if (!container) {
      throw new Error('index.html has no #root');
    }
    const [{ config, session, token, client, screen }] = await Promise.all([connect(), startLanguage()]);
    if (session.standing().isSignedIn) {
      await soonThere(screen);
    }
    const root = createRoot(container, { onUncaughtError: showStartFailure });
    const whole = (
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme={defaultScheme}
          colorSchemeManager={colorScheme}
        >
          <Behind session={session} screen={screen} />
          <ConfigProvider value={config}>
            <SessionContext value={session}>
              <SessionGate>
                <OwnTokenContext value={token}>
                  <ApolloProvider client={client}>
                    <ViewerProvider>
                      <Console />
                    </ViewerProvider>
                  </ApolloProvider>
                </OwnTokenContext>
              </SessionGate>
            </SessionContext>
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
