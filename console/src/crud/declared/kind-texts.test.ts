import { describe, expect, it } from 'vitest';
import type { Field } from '@noa/domain/kinds/field.ts';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { namesOf } from './kind-names.ts';
import { wordsOf } from './values.tsx';

const files = import.meta.glob<string>('../../../public/locales/*/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function textOf(locale: string, key: string): unknown {
  const [space = '', path = ''] = key.split(':');
  const texts: unknown = JSON.parse(files[`../../../public/locales/${locale}/${space}.json`] ?? '{}');
  return path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], texts);
}

const isText = (locale: string, ...keys: string[]) => keys.some((key) => typeof textOf(locale, key) === 'string');

const fields = declaredKinds.flatMap((kind) =>
  Object.entries<Field>(kind.fields).map(([name, field]) => ({ kind, title: `${kind.name}.${name}`, name, field })),
);

describe.each(['ro', 'en'])('in %s', (locale) => {
  it.each(declaredKinds)('$name has what its list is called, in the menu too', (kind) => {
    expect(isText(locale, `${namesOf(kind).list}:title`)).toBe(true);
  });

  it.each(declaredKinds.filter(({ name }) => name !== 'org'))('$name has how many of it there are', (kind) => {
    expect(['one', 'other'].filter((form) => !isText(locale, `${namesOf(kind).list}:count_${form}`))).toEqual([]);
  });

  it.each(fields)('$title has its name, in lists, forms, views and history', ({ kind, name }) => {
    expect(isText(locale, `${namesOf(kind).list}:fields.${name}`)).toBe(true);
  });

  it.each(fields.filter(({ field }) => field.filtered && field.of?.name !== 'entrance'))(
    '$title has its name as a filter',
    ({ kind, name }) => {
      expect(isText(locale, `${namesOf(kind).list}:filters.${name}`, `common:filters.${name}`)).toBe(true);
    },
  );

  it.each(fields.filter(({ kind, name, field }) => wordsOf(kind, name, field)))(
    '$title has words for its values',
    ({ kind, name, field }) => {
      const words = wordsOf(kind, name, field);
      const missing = words?.values.filter((value) => !isText(locale, `${words.texts}.${value}`));

      expect(missing).toEqual([]);
    },
  );
});
