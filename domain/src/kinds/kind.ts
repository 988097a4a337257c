import type { Field } from './field.ts';

export type Fields = Readonly<Record<string, Field>>;

/**
 * What is known of a kind of record, said once. The forms and the API check input by it (`createInput`, `updateInput` of
 * `input.ts`), the
 * server makes of it columns, GraphQL types, filters and orders (`server/src/registry/declared/`).
 */
export interface KindDeclaration<Declared extends Fields = Fields> {
  /** The word of the API: `containerGroup`. */
  readonly name: string;
  /** Where the console has its records (specification §2): `/container-groups`. */
  readonly address: `/${string}`;
  readonly fields: Declared;
  /** Whose its records are: of an org that whoever makes one may have to name, of that of the record they stand in, of nobody. */
  readonly owner: 'org' | 'record' | 'none';
  /** The field of the API that says what people call its records. */
  readonly called: 'name' | 'label';
  /** The field by which people and their files tell its records of one org apart. */
  readonly naturalKey?: string;
  /** What people find its records by, as the API says it of `q`. */
  readonly searched: string;
}

/** Names of the fields that hold `Trait`. */
export type FieldsWith<Declared extends Fields, Trait> = {
  [Name in keyof Declared]: Declared[Name] extends Trait ? Name : never;
}[keyof Declared] &
  string;

type Plain<Declared extends Field> = Declared extends { readonly values: readonly (infer Value)[] }
  ? Value
  : Declared extends { readonly type: 'integer' | 'float' }
    ? number
    : Declared extends { readonly type: 'boolean' }
      ? boolean
      : string;

/** What a field holds. */
export type ValueOf<Declared extends Field> =
  | Plain<Declared>
  | (Declared extends { readonly nullable: true } ? null : never);

/** Of a kind whose records an org tells apart by their names alone. */
export const toldByName = {
  owner: 'org',
  called: 'name',
  searched: 'Words of the name; case and diacritics do not matter.',
  naturalKey: 'name',
} as const;

/** Infers the fields of a declaration, so that all that is made of it has their types. */
export const declareKind = <const Kind extends KindDeclaration>(kind: Kind): Kind => kind;
