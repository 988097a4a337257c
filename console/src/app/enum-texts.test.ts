import { buildSchema, isEnumType } from 'graphql';
import { describe, expect, it } from 'vitest';

const [schema = ''] = Object.values(
  import.meta.glob<string>('../../../schema.graphql', { query: '?raw', import: 'default', eager: true }),
);
const files = import.meta.glob<string>('../../public/locales/*/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Values of each closed list of the API. */
const lists = Object.values(buildSchema(schema).getTypeMap())
  .filter(isEnumType)
  .map((type) => type.getValues().map(({ name }) => name));

type Texts = { readonly [key: string]: string | Texts };

/** Groups of texts that are chosen by a value of a list, and what they lack of each list that they could be meant for. */
function incomplete(texts: Texts, path: string): string[] {
  const keys = new Set(Object.keys(texts).map((key) => key.replace(/_(?:one|few|other|many)$/, '')));
  const meant = lists.filter((values) => keys.size > 2 && [...keys].every((key) => values.includes(key)));
  const lacking = meant.map((values) => values.filter((value) => !keys.has(value)));
  const own =
    lacking.length > 0 && lacking.every((each) => each.length > 0) ? [`${path}: ${lacking.join(' or ')}`] : [];
  const inner = Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [] : incomplete(text, `${path}.${key}`),
  );
  return [...own, ...inner];
}

describe('texts that are chosen by a value of the API', () => {
  it('are looked for in all files of both languages', () => {
    expect(lists.length).toBeGreaterThan(10);
    expect(Object.keys(files).length).toBeGreaterThan(40);
  });

  it.each(Object.entries(files))('are there for each value in %s', (path, texts) => {
    expect(incomplete(JSON.parse(texts) as Texts, path.split('/').at(-1) ?? '')).toEqual([]);
  });

  it.each(['ro', 'en'])('are the same in files as on the screens, in %s', (language) => {
    const textsOf = (name: string) =>
      JSON.parse(files[`../../public/locales/${language}/${name}.json`] ?? '{}') as Texts;
    const { words } = (textsOf('files') as { readonly records: { readonly words: Texts } }).records;
    const { values } = textsOf('apartments') as { readonly values: { readonly occupierKind: Texts } };

    expect(words).toMatchObject(values.occupierKind);
  });
});
