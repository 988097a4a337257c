import { foldSpelling, spellingsOf } from './spelling.ts';

const ranks = /^(?:judetul|judet|jud|municipiul|mun|orasul|oras|or|comuna|com|satul|sat|localitatea|loc)\s+(?=.)/;

/**
 * A county's or locality's name for comparing: without rank (*Mun.*, *Oraș*), case, diacritics and signs, and with today's spelling
 * (*Hîrșova*: harsova). The same as `place_key` in SQL.
 */
export const localityKey = (name: string): string =>
  foldSpelling(name.replaceAll(/(?<=\p{L})î(?=\p{L})/giu, 'â'))
    .replaceAll('â', 'a')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .replace(ranks, '')
    .replace(/^sectorul /, 'sector ');

/** Every way in which a list may have written the name of a locality or county. */
export const localityKeys = (name: string): readonly string[] => [
  ...new Set([localityKey(name), ...spellingsOf(foldSpelling(name)).map(localityKey)]),
];
