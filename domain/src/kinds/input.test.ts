import { describe, expect, it } from 'vitest';
import { parseInput } from '../input.ts';
import { updateAccessGroupInput } from './access-group-input.ts';
import type { Field } from './field.ts';
import { updateInput } from './input.ts';
import type { KindDeclaration } from './kind.ts';
import { declaredKinds } from './kinds.ts';

const kinds: readonly KindDeclaration[] = declaredKinds;
const fields = kinds.flatMap((kind) =>
  Object.entries(kind.fields)
    .filter(([, { fixed }]) => !fixed)
    .map(([name, field]) => ({ title: `${kind.name}.${name}`, kind, name, field })),
);

/** What stands for a text and shows nothing: room of all kinds, what joins letters, fillers of Hangul, the blank of Braille. */
const blanks = [
  '',
  ' '.repeat(3),
  '\u00a0',
  '\u2003\t\r\n',
  '\u200b',
  ' \u200c\u200d ',
  '\ufeff',
  '\u034f',
  '\u3164\uffa0',
  '\u2800',
  '\ufe0f',
];

/** A text that is nothing in particular, and may be empty. */
const isClearable = ({ type, format, required, nullable }: Field) =>
  type === 'text' && !format && !required && !nullable;

const parsed = (kind: KindDeclaration, input: object) => parseInput(updateInput(kind), input);

describe('a change of a record', () => {
  it.each(fields)('leaves $title as it is when it is absent', ({ kind, name }) => {
    expect(name in (parsed(kind, {}) as object)).toBe(false);
  });

  it.each(fields.filter(({ field }) => field.nullable && field.type !== 'float'))(
    'clears $title by null',
    ({ kind, name }) => {
      expect(parsed(kind, { [name]: null })).toEqual({ [name]: null });
    },
  );

  it.each(fields.filter(({ field }) => isClearable(field)))('makes $title empty by null', ({ kind, name }) => {
    expect(parsed(kind, { [name]: null })).toEqual({ [name]: '' });
    expect(parsed(kind, { [name]: '' })).toEqual({ [name]: '' });
    expect(parsed(kind, { [name]: ' A ' })).toEqual({ [name]: 'A' });
  });

  it.each(fields.filter(({ field }) => !field.nullable && !isClearable(field) && field.format !== 'serial'))(
    'says that $title is needed when it is null',
    ({ kind, name }) => {
      expect(() => parsed(kind, { [name]: null })).toThrow(
        expect.objectContaining({ fields: { [name]: 'form.required' } }),
      );
    },
  );

  it.each(fields.filter(({ field }) => field.type === 'text' && !field.format))(
    'takes a text in which nothing is seen for none in $title',
    ({ kind, name, field }) => {
      for (const blank of blanks) {
        if (isClearable(field)) {
          expect(parsed(kind, { [name]: blank })).toEqual({ [name]: '' });
        } else {
          expect(() => parsed(kind, { [name]: blank })).toThrow(
            expect.objectContaining({ fields: { [name]: 'form.required' } }),
          );
        }
      }
    },
  );

  it('needs a set of container groups, and not null', () => {
    expect(() => parseInput(updateAccessGroupInput, { containerGroupIds: null })).toThrow(
      expect.objectContaining({ fields: { containerGroupIds: 'form.required' } }),
    );
  });
});
