export const languages = ['ro', 'en'] as const;

/** Where the browser keeps which one was chosen. */
export const languageKey = 'noa-language';

/** The language this browser was set to; Romanian unless somebody chose (specification §1). */
export function chosenLanguage(): string {
  const stored = localStorage.getItem(languageKey);
  return languages.find((language) => language === stored) ?? 'ro';
}
