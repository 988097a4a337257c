/** Words that people read, of the console and of the server, held to one vocabulary (`scripts/testing/vocabulary.mjs`). */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  articledLabels,
  englishAvoided,
  severalConcepts,
  technicalTexts,
  technicalWords,
  vocabulary,
} from './testing/vocabulary.mjs';
import { listedRoles } from '../domain/src/imports/import-member-row.ts';
import { valueOfWord } from '../domain/src/imports/import-words.ts';
import { root } from './prepare.mjs';
import { textsOf } from './testing/texts.mjs';

/** Romanian that stands in the server's code outside its tables of texts: the pages of the embedded provider. */
const ofProvider = globSync('server/src/identity/provider/**/*.ts', { cwd: root })
  .filter((file) => !file.includes('.test.') && !file.includes('.fixture.'))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/'([^'\n]*)'|>([^<>\n$]+)</g)].map(([, quoted, marked]) => ({
      name: 'provider',
      path: file,
      text: quoted ?? marked,
    })),
  )
  .filter(({ text }) => !text.startsWith('./'));

const romanian = textsOf('ro');
const english = textsOf('en');
const everywhere = [...romanian, ...ofProvider];

const speller = spawnSync('hunspell', ['-D', '-d', 'ro_RO'], { input: '' }).status === 0;
if (!speller) {
  process.stderr.write('SKIPPED the spelling of Romanian texts: there is no hunspell with hunspell-ro\n');
}
const hunspell = (option, input) =>
  execFileSync('hunspell', [option, '-d', 'ro_RO', '-i', 'utf-8'], { input, encoding: 'utf8' }).split('\n');

/** Nouns alone that stand as they are declined, "Motivul" for "Motiv", of texts of one word: their stems are other words. */
function articledAlone(texts) {
  const words = texts.filter(({ text }) => /^\p{Lu}\p{Ll}+(ul|a|le)$/u.test(text));
  const lower = ({ text }) => text.toLowerCase();
  const stems = hunspell('-s', words.map(lower).join('\n')).map((line) => line.split(' '));
  const known = new Set(stems.flatMap(([word, stem]) => (stem === undefined || stem === word ? [word] : [])));
  return words.filter((each) => !known.has(lower(each)));
}

const describeText = ({ path, text }) => `${path} "${text}"`;

describe('the vocabulary', () => {
  it('says in Romanian the same wherever it says the same in English', () => {
    const said = new Map(romanian.map(({ path, text }) => [path, text]));
    const byEnglish = new Map();
    for (const { path, text } of english) {
      const words = byEnglish.get(text) ?? new Map();
      // Forms for one and for few fall together in English.
      const ro = said.get(path);
      if (ro !== undefined && !/_(one|few|other)$/.test(path)) {
        words.set(ro, [...(words.get(ro) ?? []), path]);
      }
      byEnglish.set(text, words);
    }
    const split = [...byEnglish].filter(([, words]) => words.size > 1);
    expect(split.map(([text, words]) => ({ text, words: Object.fromEntries(words) }))).toEqual([]);
  });

  it('is followed by every text that says one of its terms in English', () => {
    const terms = new Map(vocabulary.map(({ en, ro }) => [en, ro]));
    const said = new Map(romanian.map(({ path, text }) => [path, text]));
    const strays = english.filter(({ path, text }) => terms.has(text) && said.get(path) !== terms.get(text));
    expect(strays.map(({ path, text }) => ({ path, text, ro: said.get(path), term: terms.get(text) }))).toEqual([]);
  });

  it.each(vocabulary.filter(({ not }) => not))('says $ro for $en, and nothing else', ({ not, exceptIn = [] }) => {
    const pattern = new RegExp(not.source, `${not.flags}iu`);
    const found = everywhere.filter(({ name, text }) => !exceptIn.includes(name) && pattern.test(text));
    expect(found.map(describeText)).toEqual([]);
  });

  it('says nothing to clerks in words of programs and of the lock network, in either language', () => {
    const strays = [...romanian, ...english].filter(
      ({ path, text }) =>
        technicalWords.test(text.replaceAll(/\{\{.*?\}\}/g, '')) &&
        !technicalTexts.some((start) => path.startsWith(start)),
    );
    expect(strays.map(describeText)).toEqual([]);
  });

  it.each(technicalTexts)('excepts %s, which has some', (start) => {
    expect(
      [...romanian, ...english].some(({ path, text }) => path.startsWith(start) && technicalWords.test(text)),
    ).toBe(true);
  });

  it.each(['ro', 'en'])(
    'calls each role the same in the console, on the sign-in page and in lists of people, in %s',
    (language) => {
      const texts = textsOf(language);
      const rolesAt = (start) =>
        Object.fromEntries(
          texts.flatMap(({ path, text }) => (path.startsWith(start) ? [[path.slice(start.length), text]] : [])),
        );
      const roles = rolesAt('common:roles.');
      expect(rolesAt('pageTexts:login.roles.')).toEqual(roles);
      const { root: _root, ara_user: _resident, ...ofMembers } = roles;
      expect(Object.keys(ofMembers)).toHaveLength(4);
      const listed = texts.find(({ path }) => path === 'import:proposals.role.unknownWord')?.text;
      for (const role of listedRoles) {
        expect(listed).toContain(roles[role]);
        expect(valueOfWord('MemberRole', listedRoles, roles[role])).toBe(role);
      }
    },
  );

  it('labels with bare nouns', () => {
    expect(romanian.filter(({ text }) => articledLabels.test(text)).map(describeText)).toEqual([]);
  });

  it.skipIf(!speller)('labels and heads with no noun that has its article, where one stands alone', () => {
    // What all sign-in pages ask for, and what a button does.
    const others = romanian.filter(({ path, text }) => text !== 'Parola' && !path.includes('actions.'));
    expect(articledAlone(others).map(describeText)).toEqual([]);
  });
});

/** Names of the domain's table of docs/glossary.md that are to be avoided, as people would read them: `keyFob` is "key fob". */
const ofGlossary = /## Domain\n([^]*?)\n## /
  .exec(readFileSync(join(root, 'docs/glossary.md'), 'utf8'))[1]
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => {
    const [, name, , avoided = ''] = line.split('|').map((cell) => cell.trim());
    return [...avoided.matchAll(/`([^`]+)`/g)].map(([, word]) => ({
      instead: name,
      not: new RegExp(`\\b${word.replaceAll(/(?=[A-Z])/g, ' ?').toLowerCase()}s?\\b`),
    }));
  });

describe('English texts', () => {
  it('say the same wherever the Romanian ones do', () => {
    const said = new Map(english.map(({ path, text }) => [path, text]));
    const byRomanian = new Map();
    for (const { path, text } of romanian.filter((each) => !severalConcepts.includes(each.text))) {
      const words = byRomanian.get(text) ?? new Map();
      const en = said.get(path);
      if (en !== undefined && !/_(one|few|other)$/.test(path)) {
        words.set(en, [...(words.get(en) ?? []), path]);
      }
      byRomanian.set(text, words);
    }
    const split = [...byRomanian].filter(([, words]) => words.size > 1);
    expect(split.map(([text, words]) => ({ text, words: Object.fromEntries(words) }))).toEqual([]);
  });

  it.each(severalConcepts)('say of %s what it is each time', (text) => {
    const paths = new Set(romanian.flatMap((each) => (each.text === text ? [each.path] : [])));
    expect(new Set(english.flatMap((each) => (paths.has(each.path) ? [each.text] : []))).size).toBeGreaterThan(1);
  });

  it('know the words of the glossary that are avoided', () => {
    expect(ofGlossary.some(({ not }) => not.test('a key fob'))).toBe(true);
  });

  it.each([...ofGlossary, ...englishAvoided])('say $instead, and not $not', ({ not }) => {
    const pattern = new RegExp(not.source, 'iu');
    const bare = (text) => text.replaceAll(/\{\{.*?\}\}|\$t\(.*?\)|\bplace of\b/g, ''); // in place of
    expect(english.filter(({ text }) => pattern.test(bare(text))).map(describeText)).toEqual([]);
  });
});

describe('Romanian texts', () => {
  it('write ș and ț with a comma below, never with a cedilla', () => {
    expect(everywhere.filter(({ text }) => /[şţŞŢ]/.test(text.normalize('NFC'))).map(describeText)).toEqual([]);
  });

  it('name no environment variables and no address as people do not', () => {
    expect(romanian.filter(({ text }) => /\b[A-Z]{3,}_[A-Z_]+\b/.test(text)).map(describeText)).toEqual([]);
  });

  it('have each plural in its three forms, the last with "de" where a number stands before a noun', () => {
    const families = new Map();
    for (const { path, text } of romanian) {
      const [, family, form] = /^(.*)_(one|few|other)$/.exec(path) ?? [];
      if (family) {
        families.set(family, { ...families.get(family), [form]: text });
      }
    }
    expect(families.size).toBeGreaterThan(50);
    const incomplete = [...families]
      .filter(([, { one, few, other }]) => !one || !few || !other)
      .map(([family]) => family);
    expect(incomplete).toEqual([]);
    // "{{count}} rânduri" for few and "{{count}} de rânduri" for other; words that are no nouns take no "de".
    const without = [...families].filter(
      ([, { few, other }]) => few === other && /\}\} (?!care\b)\p{Ll}+(uri|e|i)\b/u.test(other),
    );
    expect(without.map(([family, { other }]) => `${family} "${other}"`)).toEqual([]);
  });

  it('have no noun behind a number that is not always the same, but in a plural', () => {
    // What is told by other names is no number, or a limit that never changes.
    const counted =
      /\{\{(count|n|value|number|total|threshold|openings|usual)\}\} (de )?(?!de\b|care\b)\p{Ll}+(uri|e|i)\b/u;
    const strays = romanian.filter(({ path, text }) => !/_(one|few|other)$/.test(path) && counted.test(text));
    expect(strays.map(describeText)).toEqual([]);
  });

  it('are there for each English one, and the other way round', () => {
    const paths = (texts) => new Set(texts.map(({ path }) => path.replace(/_(one|few|other)$/, '')));
    const [ro, en] = [paths(romanian), paths(english)];
    expect([...ro].filter((path) => !en.has(path))).toEqual([]);
    expect([...en].filter((path) => !ro.has(path))).toEqual([]);
  });

  it.skipIf(!speller)('are spelt as hunspell-ro spells', () => {
    const own = new Set(readFileSync(join(import.meta.dirname, 'own-words.txt'), 'utf8').split('\n'));
    const text = everywhere
      .filter(({ name }) => name !== 'provider')
      .map((each) => each.text.replaceAll(/\{\{.*?\}\}|\$t\(.*?\)|https?:\S+|\/\S+/g, ' '))
      .join('\n');
    const unknown = hunspell('-l', text).filter((word) => word !== '' && !own.has(word));
    expect([...new Set(unknown)].toSorted()).toEqual([]);
  });
});
