import { MantineProvider } from '@mantine/core';
import i18next from 'i18next';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '@noa/domain/kinds/field.ts';
import { declaredKinds } from '@noa/domain/kinds/kinds.ts';
import { namesOf } from '../declared/kind-names.ts';
import { declaredFacts } from '../declared/record-view.tsx';
import { shownValue } from '../declared/values.tsx';
import { ConflictValue } from '../form/ConflictDialog.tsx';
import { declaredText } from './value-text.tsx';
import { VersionFields } from './VersionFields.tsx';

const files = import.meta.glob<object>('../../../public/locales/ro/*.json', { import: 'default', eager: true });

beforeAll(async () => {
  const texts = Object.entries(files).map(([path, each]) => [path.replace(/^.*\/(\w+)\.json$/, '$1'), each]);
  await i18next.use(initReactI18next).init({
    lng: 'ro',
    defaultNS: 'common',
    resources: { ro: Object.fromEntries(texts) as Record<string, object> },
    interpolation: { escapeValue: false },
  });
});

/** What is read of an element, and how it is marked up. */
const rendered = (content: ReactNode) =>
  renderToStaticMarkup(createElement(MantineProvider, null, content)).replaceAll(/<style[^>]*>.*?<\/style>/gs, '');
const read = (content: ReactNode) =>
  rendered(content)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Values of a field that are written in different ways. */
function samplesOf({ type, format, values, min = 0, max = 0 }: Field): readonly unknown[] {
  if (format === 'timeZone') {
    return ['Europe/Bucharest', 'America/New_York'];
  }
  switch (type) {
    case 'enum':
      return values ?? [];
    case 'boolean':
      return [true, false];
    case 'integer':
      return [min, 1_100, max];
    case 'float':
      return [46.513_217_4, 26];
    default:
      return ['Str. Trifan', '1100', 'true', '2026-01-02T03:04:05Z', 'controlled'];
  }
}

const everybody = { may: () => true };
const cases = declaredKinds.flatMap((kind) =>
  Object.entries<Field>(kind.fields).map(([name, field]) => ({ title: `${kind.name}.${name}`, kind, name, field })),
);
const plain = cases.filter(({ field }) => !field.of);

describe('what two have changed is written as the view does', () => {
  it.each(plain)('$title', ({ kind, name, field }) => {
    for (const value of samplesOf(field)) {
      const record = { id: 'r', rowId: '1', [name]: value };
      const conflict = createElement(ConflictValue, {
        name: namesOf(kind).list,
        field: name,
        value,
        picker: undefined,
        textOf: declaredText(kind),
      });

      expect(rendered(conflict)).toBe(rendered(shownValue(kind, name, field, record)));
    }
  });
});

describe('history writes as the view does', () => {
  it('knows each kind', () => {
    expect(declaredKinds.length).toBeGreaterThan(8);
    expect(plain.length).toBeGreaterThan(30);
  });

  it.each(plain)('$title', ({ kind, name, field }) => {
    for (const value of samplesOf(field)) {
      const record = {
        id: 'r',
        rowId: '1',
        [name]: value,
        ...((name === 'lat' || name === 'lng') && { lat: 1, lng: 1, [name]: value }),
      };
      // The title and the badge beside it are no facts, and a point is one.
      const fact = declaredFacts(kind, record as never, everybody).find(
        ({ id }) => id === (name === 'lat' ? 'place' : name),
      );
      const view = fact?.value ?? shownValue(kind, name, field, record);
      const fields = [{ name, oldValue: null, newValue: String(value) }];
      const history = createElement(VersionFields, {
        name: namesOf(kind).list,
        fields,
        textOf: declaredText(kind),
        created: true,
      });
      const label = i18next.t(`${namesOf(kind).list}:fields.${name}`);

      if (name === 'lat') {
        expect(read(view).split('; ')[0]).toBe(read(history).slice(label.length).trim());
      } else {
        expect(rendered(history)).toContain(rendered(view));
        expect(read(history)).toBe(`${label} ${read(view)}`);
      }
    }
  });

  it.each(cases.filter(({ field }) => field.of))('$title, by what the other record is called', ({ kind, name }) => {
    const change = { name, oldValue: null, newValue: '0190c2a4-7d4e-7000-8000-1234567890ab' };
    const history = (newLabel: string | null) =>
      read(
        createElement(VersionFields, {
          name: namesOf(kind).list,
          fields: [{ ...change, newLabel }],
          textOf: declaredText(kind),
          created: true,
        }),
      );

    expect(history('Str. Trifan 2')).toContain('Str. Trifan 2');
    expect(history(null)).not.toContain(change.newValue);
    expect(history(null)).toContain('Nu există sau nu aveți acces');
  });
});
