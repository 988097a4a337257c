import { readFileSync, readdirSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { describe, expect, it } from 'vitest';

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Values of each closed list of the API. */
const lists = Object.values(buildSchema(file('schema.graphql')).getTypeMap())
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

describe.each(['ro', 'en'])('texts in %s', (language) => {
  const folder = `console/public/locales/${language}`;
  it.each(readdirSync(new URL(`../../../${folder}`, import.meta.url)))(
    'of %s have one for each value that the API may give',
    (name) => {
      expect(incomplete(JSON.parse(file(`${folder}/${name}`)) as Texts, name)).toEqual([]);
    },
  );
});
