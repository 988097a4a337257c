import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import type { Plugin } from 'vite';

type Texts = Readonly<Record<string, unknown>>;

const languages = ['ro', 'en'];
const shared = 'common.json';

const read = (folder: string, file: string): Texts => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts;

/**
 * The texts that every screen has, with what is said of each kind before its own texts are loaded: how the menu calls its list, and so many
 * of it. Both stand in the kind's file, as `title` and `count_…`.
 *
 * @param folder - with the files of one language.
 */
export function sharedTexts(folder: string): Texts {
  const texts = read(folder, shared);
  const kinds = declaredKinds
    .map(({ name }) => ({ name, file: `${name}s.json` }))
    .filter(({ file }) => existsSync(join(folder, file)))
    .map(({ name, file }) => ({ name, own: read(folder, file) }));
  const titles = kinds.map(({ name, own }) => [`${name}s`, own['title']]);
  const counts = kinds.flatMap(({ name, own }) =>
    Object.entries(own).flatMap(([key, text]) =>
      key.startsWith('count_') ? [[key.replace('count', name), text]] : [],
    ),
  );
  return {
    ...texts,
    menu: { ...(texts['menu'] as Texts), ...Object.fromEntries(titles) },
    counts: { ...(texts['counts'] as Texts), ...Object.fromEntries(counts) },
  };
}

/** Serves and builds {@link sharedTexts} in place of the file they are made from. */
export function kindTexts(): Plugin {
  let [source, built] = ['', ''];
  const folderOf = (language: string) => join(source, 'locales', language);
  return {
    name: 'kind-texts',
    configResolved({ root, publicDir, build }) {
      [source, built] = [publicDir, resolve(root, build.outDir)];
    },
    configureServer({ middlewares }) {
      for (const language of languages) {
        middlewares.use(`/locales/${language}/${shared}`, (_request, response) => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(sharedTexts(folderOf(language))));
        });
      }
    },
    writeBundle() {
      for (const language of languages) {
        writeFileSync(join(built, 'locales', language, shared), JSON.stringify(sharedTexts(folderOf(language))));
      }
    },
  };
}
