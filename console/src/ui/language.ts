import i18next from 'i18next';
import { languageKey } from './chosen-language.ts';

/** Speaks `language` from now on, in this browser. */
export async function changeLanguage(language: string): Promise<void> {
  localStorage.setItem(languageKey, language);
  await i18next.changeLanguage(language);
}
