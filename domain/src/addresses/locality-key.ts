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

/** Words of names that lists shorten, by what they may stand for. */
const shortened: ReadonlyMap<string, readonly string[]> = new Map([
  ['tg', ['targu', 'targul']],
  ['rm', ['ramnicu']],
  ['sf', ['sfantu', 'sfantul', 'sfanta']],
  ['dr', ['drobeta']],
  ['tr', ['turnu']],
  ['mc', ['miercurea']],
  ['od', ['odorheiu']],
]);

/** A key with its shortened words written out, in every way; `s 3` and `sector3` are a sector of Bucharest. */
function writtenOut(key: string): readonly string[] {
  let names = [''];
  for (const word of key.split(' ')) {
    names = names.flatMap((name) => (shortened.get(word) ?? [word]).map((each) => `${name} ${each}`));
  }
  return names.map((name) => name.trim().replace(/^(?:s|sec|sect|sector|sectorul) ?(\d)$/, 'sector $1'));
}

/** Every way in which a list may have written the name of a locality or county. */
export const localityKeys = (name: string): readonly string[] => [
  ...new Set(
    [localityKey(name), ...spellingsOf(foldSpelling(name)).map(localityKey)].flatMap((key) => [
      key,
      ...writtenOut(key),
    ]),
  ),
];
