import i18next from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { chosenLanguage } from '../../ui/chosen-language.ts';
import { hasTexts, missingText } from './texts.ts';

/**
 * Loads the console's texts; the constants are the specification's (§7, §9).
 *
 * @throws {Error} if there are none, neither in the chosen language nor in Romanian.
 */
export async function startLanguage(): Promise<void> {
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
