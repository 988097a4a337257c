import * as z from 'zod/mini';
import { cleanIdNumber, idNumberKind } from '../codes/id-number.ts';
import { optionalText, recordId, requiredText, wholeNumber } from '../text.ts';
import { isTimeZone } from '../time/time-zone.ts';
import type { Field, Format } from './field.ts';
import type { Fields, FieldsWith, KindDeclaration, ValueOf } from './kind.ts';

type SchemaOf<Declared extends Field> = z.ZodMiniType<ValueOf<Declared>, ValueOf<Declared>>;

type Given<Declared extends Fields> = Exclude<keyof Declared, FieldsWith<Declared, { readonly laterOnly: true }>>;
type Changed<Declared extends Fields> = Exclude<keyof Declared, FieldsWith<Declared, { readonly fixed: true }>>;

type CreateShape<Declared extends Fields> = {
  [Name in Given<Declared>]: Declared[Name] extends { readonly required: true }
    ? SchemaOf<Declared[Name]>
    : z.ZodMiniOptional<SchemaOf<Declared[Name]>>;
};

type UpdateShape<Declared extends Fields> = {
  [Name in Changed<Declared>]: z.ZodMiniOptional<SchemaOf<Declared[Name]>>;
};

type OrgShape<Kind extends KindDeclaration> = Kind extends { readonly owner: 'org' }
  ? { orgId: z.ZodMiniOptional<z.ZodMiniNullable<typeof recordId>> }
  : unknown;

const formats: Readonly<Record<Format, z.ZodMiniType>> = {
  /** An ID number as people type it, cleaned; its check digit holds. */
  idNumber: z.string('form.required').check(
    z.overwrite(cleanIdNumber),
    z.refine((cleaned) => idNumberKind(cleaned) !== undefined, 'form.badIdNumber'),
  ),
  nodeId: z.string('form.notFound').check(z.maxLength(80, 'form.notFound')),
  timeZone: z.string('form.required').check(z.refine(isTimeZone, { error: 'form.unknownTimeZone' })),
  /** Which notations of a serial are read, `card.ts` says. */
  serial: z.string(),
};

/** A text that may be empty: null clears it, as any field that may be without a value. */
const clearableText = (max: number) =>
  z.pipe(
    z.transform((given: unknown) => given ?? ''),
    optionalText(max),
  );

/** What a field takes when it is not null, cleaned; messages are locale keys. */
function plainSchema(field: Field): z.ZodMiniType {
  const { type, format, values, required, nullable, min = 0, max = 0 } = field;
  if (format) {
    return formats[format];
  }
  switch (type) {
    case 'id':
      return recordId;
    case 'integer':
      return wholeNumber({ min, max });
    case 'float':
      return z.number('form.badNumber').check(z.gte(min, 'form.tooSmall'), z.lte(max, 'form.tooLarge'));
    case 'boolean':
      return z.boolean('form.required');
    case 'enum':
      return z.enum(values ?? [], 'form.required');
    default:
      return required || nullable ? requiredText(max) : clearableText(max);
  }
}

const schemaOf = (field: Field): z.ZodMiniType =>
  field.nullable ? z.nullable(plainSchema(field)) : plainSchema(field);

const shapeOf = (fields: Fields, takes: (field: Field) => boolean, isOptional: (field: Field) => boolean) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => takes(field))
      .map(([name, field]) => [name, isOptional(field) ? z.optional(schemaOf(field)) : schemaOf(field)]),
  );

/** A point has both coordinates or none; whoever changes one sends the other with it. */
const wholePoint = z.refine<{ lat?: number | null | undefined; lng?: number | null | undefined }>(
  ({ lat, lng }) => typeof lat === typeof lng && (lat === null) === (lng === null),
  { error: 'form.wholePoint', path: ['lng'] },
);

const checked = <Schema extends z.ZodMiniType>(schema: Schema, { fields }: KindDeclaration): Schema =>
  'lat' in fields ? schema.check(wholePoint as never) : schema;

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
