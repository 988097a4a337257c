import { regionOf } from '@noa/domain/texts/region.ts';
import { viewerZone } from './viewer-zone.ts';

/** By what they are of, the language and the options. */
const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

/** Making a format takes a hundred times as long as using it, and a report has thousands of cells: each is made once. */
function keep<Format extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  make: new (language: string, options: never) => Format,
  language: string,
  options: object,
): Format {
  const key = `${make.name} ${language} ${JSON.stringify(options)}`;
  const found = kept.get(key) ?? new make(regionOf(language), options as never);
  kept.set(key, found);
  return found as Format;
}

export const numberFormat = (language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  keep(Intl.NumberFormat, language, options);

/** In the zone of the viewer's orgs, unless `options` names one. */
export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  keep(Intl.DateTimeFormat, language, { timeZone: viewerZone(), ...options });

export const relativeFormat = (language: string, options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  keep(Intl.RelativeTimeFormat, language, options);
