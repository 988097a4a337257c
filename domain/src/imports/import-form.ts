import type { FieldErrors } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import { guessPoint } from './address/point.ts';
import { guessColumns } from './import-headers.ts';
import type { ImportMapping } from './import.ts';

/** What may be imported by one kind: the fields a column may mean, and how a mapping to them is guessed and judged. */
export interface ImportForm {
  /** Whether the records belong to one org; the address tree belongs to all. */
  readonly ofOrg: boolean;
  /** Whether its files name records of other kinds, which may be created with them. */
  readonly refers: boolean;
  /** What whoever runs it must be allowed besides: what its files do may not be done by hand by all who import. */
  readonly needs?: readonly Permission[];
  /** By which words the column of each field is recognised. */
  readonly headers: KnownHeaders;
  /** In the order in which the mapping is shown. */
  readonly fields: readonly string[];
  readonly required: readonly string[];
  /** Those that say how many there are: what stands once for several rows is not what each of them has. */
  readonly counted?: readonly string[];
  /** What a row is that fills in one cell alone, where the others fill in three or more: a title, or perhaps one. Absent where many records are no more. */
  readonly lone?: 'title' | 'perhapsTitle';
  /** What each of `headers` probably means; the first of two that match a field wins. */
  readonly guessMapping: (headers: readonly string[]) => ImportMapping;
  /** What is wrong with a mapping to the file's `headers`, by `mapping.<target field>`; none when it can be used. */
  readonly checkMapping: (mapping: ImportMapping, headers: readonly string[]) => FieldErrors;
}

/** Fields, each with the folded headers by which its column is recognised. */
export type KnownHeaders = Readonly<Record<string, readonly string[]>>;

export interface FormRules extends Pick<ImportForm, 'ofOrg' | 'refers' | 'needs' | 'required' | 'counted' | 'lone'> {
  /** What may be mapped in place of a field that is required. */
  readonly instead?: Readonly<Record<string, readonly string[]>>;
  /** What is wrong with a mapping besides, by its target field. */
  readonly check?: (isMapped: (field: string) => boolean) => FieldErrors;
}

/** A form whose columns are recognised by `known` headers; a place is mapped as a whole. */
export const formOf = (
  known: KnownHeaders,
  { required, instead = {}, check = () => ({}), ...rules }: FormRules,
): ImportForm => ({
  ...rules,
  required,
  headers: known,
  fields: Object.keys(known),
  guessMapping: (headers) => guessByHeader(known, headers),
  checkMapping: (mapping, headers) => {
    const isMapped = (field: string) => mapping[field] !== undefined;
    const missing = required.filter((field) => ![field, ...(instead[field] ?? [])].some(isMapped));
    const isHalf = known['lat'] && isMapped('lat') !== isMapped('lng');
    const half = isHalf ? [isMapped('lat') ? 'lng' : 'lat'] : [];
    const wrong = {
      ...Object.fromEntries(missing.map((field) => [field, 'form.required'])),
      ...Object.fromEntries(half.map((field) => [field, 'form.wholePoint'])),
      ...check(isMapped),
    };
    const named = Object.entries(wrong).map(([field, reason]) => [`mapping.${field}`, reason] as const);
    return { ...checkNames(known, mapping, headers), ...Object.fromEntries(named) };
  },
});

/** The mapping that `known` headers suggest; a place may stand in one column, in place of two. */
export function guessByHeader(known: KnownHeaders, headers: readonly string[]): Record<string, string> {
  const guess = guessColumns(known, headers);
  const isPlaced = guess['lat'] !== undefined || guess['lng'] !== undefined;
  return known['lat'] && known['lng'] && !isPlaced ? { ...guess, ...guessPoint(headers) } : guess;
}

/** Fields and columns of a mapping that do not exist. */
function checkNames(known: KnownHeaders, mapping: ImportMapping, headers: readonly string[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [field, header] of Object.entries(mapping)) {
    if (!Object.hasOwn(known, field)) {
      errors[`mapping.${field}`] = 'import.unknownField';
    } else if (!headers.includes(header)) {
      errors[`mapping.${field}`] = 'import.unknownColumn';
    }
  }
  return errors;
}
