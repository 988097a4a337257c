import type { Locale } from '../accounts/user.queries.ts';

/** Remembers, in this browser, in which language the pages about signing in are read. */
export const languageCookie = 'noa_language';

const locales: readonly Locale[] = ['ro', 'en'];

/** The language that a text names; Romanian unless somebody chose (specification §1). */
export const localeFrom = (text: string | null | undefined): Locale =>
  locales.find((locale) => locale === text) ?? 'ro';

/** The first of a list of languages (`ui_locales`) that there are pages in; undefined when there is none. */
export const firstLocale = (wanted: unknown): Locale | undefined =>
  typeof wanted === 'string'
    ? wanted
        .split(' ')
        .map((each) => locales.find((locale) => each.toLowerCase().split('-')[0] === locale))
        .find((locale) => locale !== undefined)
    : undefined;

/** What a cookie of a request says; undefined when there is none of the name. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  return header
    ?.split('; ')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
