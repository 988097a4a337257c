/** Every text that people read: the console's files of texts, and the tables of the embedded provider's pages and mails. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { accountTexts } from '../../server/src/identity/provider/pages/account-texts.ts';
import { accountMailTexts } from '../../server/src/identity/provider/pages/mail-texts.ts';
import { pageTexts } from '../../server/src/identity/provider/pages/page-texts.ts';
import { root } from '../prepare.mjs';

/** Leaves of a tree of texts; a text that is made of facts is made of their names. */
function* leaves(value, path) {
  if (typeof value === 'string') {
    yield [path, value];
  } else if (typeof value === 'function') {
    const facts = new Proxy(
      {},
      { get: (_target, name) => (name === Symbol.toPrimitive ? () => 'x' : `{{${String(name)}}}`) },
    );
    yield* leaves(value(facts), path);
  } else {
    for (const [key, each] of Object.entries(value)) {
      yield* leaves(each, path === '' ? key : `${path}.${key}`);
    }
  }
}

const readLocale = (language) =>
  globSync(`console/public/locales/${language}/*.json`, { cwd: root }).map((file) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(root, file), 'utf8')),
  ]);

const ofServer = (language) =>
  Object.entries({
    accountMailTexts,
    accountTexts,
    pageTexts,
  }).map(([name, texts]) => [name, texts[language]]);

/** Every text of a language: where it is, by room and path, and what it says. */
export const textsOf = (language) =>
  [...readLocale(language), ...ofServer(language)].flatMap(([name, texts]) =>
    [...leaves(texts, '')].map(([path, text]) => ({ name, path: `${name}:${path}`, text })),
  );
