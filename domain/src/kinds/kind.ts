import * as z from 'zod/mini';
import { recordId } from '../text.ts';
import type { Field } from './field.ts';

export type Fields = Readonly<Record<string, Field>>;

/**
 * What is known of a kind of record, said once. The forms and the API check input by it (`createInput`, `updateInput`), the
 * server makes of it columns, GraphQL types, filters and orders (`server/src/registry/declared/`).
 */
export interface KindDeclaration<Declared extends Fields = Fields> {
  /** The word of the API: `containerGroup`. */
  readonly name: string;
  readonly fields: Declared;
  /** Whose its records are: of an org that whoever makes one may have to name, of that of the record they stand in, of nobody. */
  readonly owner: 'org' | 'record' | 'none';
  /** What people find its records by, as the API says it of `q`. */
  readonly searched: string;
  /** What holds between fields. */
  readonly check?: z.core.$ZodCheck<never>;
}

/** Names of the fields that hold `Trait`. */
export type FieldsWith<Declared extends Fields, Trait> = {
  [Name in keyof Declared]: Declared[Name] extends Trait ? Name : never;
}[keyof Declared] &
  string;

/** What a field holds. */
export type ValueOf<Declared extends Field> = z.output<Declared['schema']>;

type Given<Declared extends Fields> = Exclude<keyof Declared, FieldsWith<Declared, { readonly laterOnly: true }>>;
type Changed<Declared extends Fields> = Exclude<keyof Declared, FieldsWith<Declared, { readonly fixed: true }>>;

type CreateShape<Declared extends Fields> = {
  [Name in Given<Declared>]: Declared[Name] extends { readonly required: true }
    ? Declared[Name]['schema']
    : z.ZodMiniOptional<Declared[Name]['schema']>;
};

type UpdateShape<Declared extends Fields> = {
  [Name in Changed<Declared>]: z.ZodMiniOptional<Declared[Name]['schema']>;
};

type OrgShape<Kind extends KindDeclaration> = Kind extends { readonly owner: 'org' }
  ? { orgId: z.ZodMiniOptional<z.ZodMiniNullable<typeof recordId>> }
  : unknown;

/** Infers the fields of a declaration, so that all that is made of it has their types. */
export const declareKind = <const Kind extends KindDeclaration>(kind: Kind): Kind => kind;

const shapeOf = (fields: Fields, takes: (field: Field) => boolean, isOptional: (field: Field) => boolean) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => takes(field))
      .map(([name, field]) => [name, isOptional(field) ? z.optional(field.schema) : field.schema]),
  );

const checked = <Schema extends z.ZodMiniType>(schema: Schema, { check }: KindDeclaration): Schema =>
  check ? schema.check(check as never) : schema;

/** What a new record takes. `orgId` may be left out by a caller who belongs to one org only. */
export const createInput = <Kind extends KindDeclaration>(kind: Kind) => {
  const shape = shapeOf(
    kind.fields,
    ({ laterOnly }) => !laterOnly,
    ({ required }) => !required,
  );
  const owned = kind.owner === 'org' ? { orgId: z.optional(z.nullable(recordId)), ...shape } : shape;
  return checked(z.object(owned as OrgShape<Kind> & CreateShape<Kind['fields']>), kind);
};

/** What a change takes: an absent field stays as it is, null clears. */
export const updateInput = <Kind extends KindDeclaration>(kind: Kind) => {
  const shape = shapeOf(
    kind.fields,
    ({ fixed }) => !fixed,
    () => true,
  );
  return checked(z.object(shape as UpdateShape<Kind['fields']>), kind);
};
