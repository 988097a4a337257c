import type { FieldErrors } from '../errors.ts';
import type { Field } from '../kinds/field.ts';
import type { KindDeclaration } from '../kinds/kind.ts';
import { importedFields } from './import-fields.ts';
import { checkNames, guessByHeader, type ImportForm, type KnownHeaders } from './import-form.ts';
import type { ImportMapping } from './import.ts';

/** A kind whose records files tell apart by one field. */
export type NamedKind = KindDeclaration & { readonly naturalKey: string };

const headersOf = (kind: KindDeclaration): KnownHeaders =>
  Object.fromEntries(importedFields(kind).map(([name, { imported = [] }]) => [name, imported]));

/** Whether files may state where its records are. */
export const isPoint = ({ fields }: KindDeclaration) => fields['lat']?.imported !== undefined;

/**
 * A form whose columns follow from the declaration of a kind: what it says it takes (`imported`), told apart by its natural key.
 *
 * @param further - headers of what its files say besides.
 */
export function declaredForm(kind: NamedKind, further: KnownHeaders = {}): ImportForm {
  const known: KnownHeaders = { ...headersOf(kind), ...further };
  const checkMapping = (mapping: ImportMapping, headers: readonly string[]): FieldErrors => {
    const errors: Record<string, string> = { ...checkNames(known, mapping, headers) };
    if (mapping[kind.naturalKey] === undefined) {
      errors[`mapping.${kind.naturalKey}`] = 'form.required';
    }
    if (isPoint(kind) && (mapping['lat'] === undefined) !== (mapping['lng'] === undefined)) {
      errors[mapping['lat'] === undefined ? 'mapping.lat' : 'mapping.lng'] = 'form.wholePoint';
    }
    return errors;
  };
  return {
    ofOrg: true,
    refers: importedReferences(kind).length > 0,
    fields: Object.keys(known),
    required: [kind.naturalKey],
    guessMapping: (headers) => guessByHeader(known, headers),
    checkMapping,
  };
}

/** The fields by which a kind's records name those of another kind, as files may state them. */
export const importedReferences = (kind: KindDeclaration): readonly (readonly [string, Field])[] =>
  importedFields(kind).filter(([, { of }]) => of !== undefined);
