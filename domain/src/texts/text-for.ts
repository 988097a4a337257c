/**
 * A text by its key; where it has plural forms (CLDR), the one for a number: `event_count_few`.
 *
 * @throws {Error} where there is no such text.
 */
export function textFor(texts: ReadonlyMap<string, string>, key: string, count: number, language: string): string {
  const text = texts.get(`${key}_${new Intl.PluralRules(language).select(count)}`) ?? texts.get(key);
  if (text === undefined) {
    throw new Error(`There is no text for the key ${key}`);
  }
  return text;
}
