/** The name of a day of the week; 1 is Monday. 5 January 1970 was one. */
export const weekdayName = (weekday: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + weekday));

/**
 * Several words in one sentence: `lună și fracție`.
 *
 * @param words - as they stand alone, with a capital.
 */
export const listInSentence = (words: readonly string[], language: string): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(words.map((word) => word.toLocaleLowerCase(language)));

/** A whole hour as clocks show it. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
