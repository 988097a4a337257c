/**
 * A text by its key; where it has plural forms (CLDR), the one for a number: `event_count_few`.
 *
 * @returns undefined where there is no such text.
 */
export const textFor = (
  texts: ReadonlyMap<string, string>,
  key: string,
  count: number,
  language: string,
): string | undefined => texts.get(`${key}_${new Intl.PluralRules(language).select(count)}`) ?? texts.get(key);
