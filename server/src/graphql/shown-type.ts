import type { ObjectRef, ShapeFromTypeParam, TypeParam } from '@pothos/core';
import { builder, type SchemaTypes } from './builder.ts';

/** A field that shows what its row has under the same name. */
interface ShownField {
  readonly type: TypeParam<SchemaTypes>;
  readonly nullable?: true;
  readonly description?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface ShownType<Fields> {
  readonly description?: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly fields: Fields;
}

/** What a row has, by what is shown of it. */
type Shown<Fields extends Readonly<Record<string, ShownField>>> = {
  readonly [Name in keyof Fields]:
    | ShapeFromTypeParam<SchemaTypes, Fields[Name]['type'], false>
    | (Fields[Name] extends { readonly nullable: true } ? null : never);
};

/** Declares a type whose rows are shown as they are; what queries give of it is its `$inferType`. */
export const shownType = <Fields extends Readonly<Record<string, ShownField>>>(
  name: string,
  { fields, ...options }: ShownType<Fields>,
): ObjectRef<SchemaTypes, Shown<Fields>> =>
  builder.objectRef<Shown<Fields>>(name).implement({
    ...options,
    fields: (t) =>
      Object.fromEntries(Object.entries(fields).map(([field, how]) => [field, t.expose(field as never, how as never)])),
  });
