import i18next from 'i18next';
import { preferenceKeys } from './preferences.ts';

export const languages = ['ro', 'en'] as const;

/** The language this browser was set to; Romanian unless somebody chose (specification §1). */
export function chosenLanguage(): string {
  const stored = localStorage.getItem(preferenceKeys.language);
  return languages.find((language) => language === stored) ?? 'ro';
}

/** Speaks `language` from now on, in this browser. */
export async function changeLanguage(language: string): Promise<void> {
  localStorage.setItem(preferenceKeys.language, language);
  await i18next.changeLanguage(language);
}
