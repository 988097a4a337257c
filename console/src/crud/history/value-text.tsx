import type { ReactNode } from 'react';
import type { Field } from '@noa/domain/kinds/field.ts';
import type { KindDeclaration } from '@noa/domain/kinds/kind.ts';
import { shownValue } from '../declared/values.tsx';

/** What a version says of a field as its view writes it; undefined for what stands for itself, or has words of its own. */
export type ValueText = (field: string, value: string) => ReactNode;

/** A value as the API gives it, of what a version has as text. */
function given({ type }: Field, value: string): unknown {
  switch (type) {
    case 'integer':
    case 'float':
      return Number(value);
    case 'boolean':
      return value === 'true';
    default:
      return value;
  }
}

/** The fields of a declared kind: `46,51322`, `1.100 l`, a badge. Of another record's id the version tells what it is called. */
export const declaredText =
  (kind: KindDeclaration): ValueText =>
  (name, value) => {
    const field = new Map<string, Field>(Object.entries(kind.fields)).get(name);
    return field && !field.of ? shownValue(kind, name, field, { [name]: given(field, value) }) : undefined;
  };
