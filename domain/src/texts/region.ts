/**
 * The language as dates and numbers are written in it: English is Europe's, on screens as in files and mails: the day before its month, hours
 * to 24.
 */
export const regionOf = (language: string): string => (language === 'en' ? 'en-GB' : language);
