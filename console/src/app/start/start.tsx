import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { askAhead } from '../../api/ask-ahead.ts';
import { createClient } from '../../api/client.ts';
import { followOtherTabs } from '../../api/other-tabs.ts';
import { apiPath } from '../../api/early.ts';
import { connectionIsLost, followNetwork } from '../../loading/connection.ts';
import { paths } from '../../paths.ts';
import { pause } from '../../pause.ts';
import { homeQuestions } from '../../screens/home/problems/questions.ts';
import { ConfigProvider, loadConfig } from '../../session/config.ts';
import { ownToken, OwnTokenContext } from '../../session/own-token.ts';
import { Session, SessionContext } from '../../session/session.ts';
import { SessionGate } from '../../session/SessionGate.tsx';
import { giveUpSession, startSignIn, type Refusal } from '../../session/sign-in.ts';
import { ViewerDocument } from '../../session/viewer.graphql.ts';
import { knownViewer } from '../../session/viewer.ts';
import { ViewerProvider } from '../../session/ViewerProvider.tsx';
import { chosenLanguage } from '../../ui/chosen-language.ts';
import { keepFocusOfDisabled } from '../../ui/keep-focus.ts';
import { notifyError } from '../../ui/notify.tsx';
import { preferenceKeys } from '../../ui/preferences.ts';
import { defaultScheme, shownScheme } from '../../ui/scheme.ts';
import { Console } from '../Console.tsx';
import { firstScreenLoaded } from '../router.ts';
import { Behind } from './Behind.tsx';
import { hideStartFailure, showStartFailure } from './start-failure.ts';
import { cssVariables, theme } from '../theme.ts';
import { hasTexts, missingText } from './texts.ts';

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
  keepFocusOfDisabled();
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

/** Who is there, and then, for home, where most come to first, what it begins with. */
async function askWho(client: ApolloClient): Promise<void> {
  const { data } = await client.query({ query: ViewerDocument });
  const viewer = knownViewer(data);
  if (viewer && location.pathname === paths.home) {
    await Promise.allSettled(homeQuestions(viewer).map((question) => askAhead(client, question)));
  }
}

/**
 * Asks for what the first screen will wait for as soon as somebody is signed in: one after the other, each takes half a second over a slow line.
 * Resolves when all has come or failed; whoever shows it asks again for what failed here, and says why.
 */
async function fetchFirstScreen(session: Session, client: ApolloClient): Promise<void> {
  // Until then it is not known who comes back from the provider, nor the address that was asked for.
  await session.somebody();
  await Promise.allSettled([askWho(client), firstScreenLoaded()]);
}

/**
 * Loads the console's texts; the constants are the specification's (§7, §9).
 *
 * @throws {Error} if there are none, neither in the chosen language nor in Romanian.
 */
async function startLanguage(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const failures: unknown[] = [];
  i18next.on('failedLoading', (language, namespace, reason) => {
    failures.push(new Error(`${namespace} in ${language}: ${reason}`));
  });
  await i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng: chosenLanguage(),
      fallbackLng: 'ro',
      ns: ['common', 'titles'],
      defaultNS: 'common',
      fallbackNS: 'common',
      saveMissing: false,
      // The language is known at once: the first screen's texts are asked for beside these.
      initAsync: false,
      interpolation: { escapeValue: false },
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json', addPath: '/locales/add/{{lng}}/{{ns}}' },
      parseMissingKeyHandler: missingText,
    });
  if (!hasTexts('common')) {
    throw new AggregateError(failures, 'The texts of the console could not be loaded');
  }
}
