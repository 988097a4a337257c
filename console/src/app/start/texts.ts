import i18next from 'i18next';

/** Whether a namespace is there, in the language spoken or in the one that stands in for it. */
export const hasTexts = (namespace: string): boolean =>
  i18next.languages.some((language) => i18next.hasResourceBundle(language, namespace));

/**
 * Loads the texts of a screen.
 *
 * @throws {Error} if they do not come: a screen without its texts would show their keys.
 */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
  const missing = namespaces.filter((namespace) => !hasTexts(namespace));
  if (missing.length > 0) {
    throw new Error(`The texts could not be loaded: ${missing.join(', ')}`);
  }
}

/** In place of a text that there is none for: a key tells nobody anything. Which it was is in the browser's log. */
export function missingText(key: string, otherwise?: string): string {
  if (otherwise === undefined) {
    console.error(`There is no text for the key ${key}`);
  }
  return otherwise ?? '…';
}
