import type { Field } from '../kinds/field.ts';
import type { KindDeclaration } from '../kinds/kind.ts';
import { importedFields, importedHeaders } from './import-fields.ts';
import { formOf, type FormRules, type ImportForm, type KnownHeaders } from './import-form.ts';

/** A kind whose records files tell apart by one field. */
export type NamedKind = KindDeclaration & { readonly naturalKey: string };

/** Whether files may state where its records are. */
export const isPoint = ({ fields }: KindDeclaration) => fields['lat']?.imported !== undefined;

/**
 * A form whose columns follow from the declaration of a kind: what it says it takes (`imported`), told apart by its natural key.
 *
 * @param further - headers of what its files say besides.
 * @param check - as in `formOf`.
 */
export const declaredForm = (
  kind: NamedKind,
  further: KnownHeaders = {},
  more: Pick<FormRules, 'check' | 'lone'> = { lone: 'perhapsTitle' },
): ImportForm =>
  formOf(
    { ...importedHeaders(kind), ...further },
    { ofOrg: true, refers: importedReferences(kind).length > 0, required: [kind.naturalKey], ...more },
  );

/** The fields by which a kind's records name those of another kind, as files may state them. */
export const importedReferences = (kind: KindDeclaration): readonly (readonly [string, Field])[] =>
  importedFields(kind).filter(([, { of }]) => of !== undefined);
