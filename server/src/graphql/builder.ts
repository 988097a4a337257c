import SchemaBuilder from '@pothos/core';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { AppError } from '@noa/domain/errors.ts';
import type { GatewayPermission, Permission } from '@noa/domain/permissions.ts';
import type { Context } from '../request/context.ts';

/** The one builder of the schema; each kind adds its types, queries and mutations to it in its own `*.schema.ts`. */
export const builder = new SchemaBuilder<{
  Context: Context;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Date: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    Upload: { Input: File; Output: never };
  };
  AuthScopes: {
    /** One of the caller's roles has the permission; how far it reaches, the resolver's scope says. */
    may: Permission;
    /** The caller is a gateway of the lock network, or a person with the permission of the same name. */
    gateway: GatewayPermission;
    signedIn: boolean;
  };
  DefaultFieldNullability: false;
}>({
  plugins: [ScopeAuthPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: ({ viewer }) => ({
      may: (permission) => viewer.may(permission),
      gateway: (permission) => viewer.mayAsGateway(permission),
      signedIn: true,
    }),
    unauthorizedError: (_parent, _context, info) =>
      new AppError('Forbidden', `Your role does not allow ${info.parentType.name}.${info.fieldName}`),
  },
});

builder.queryType();
builder.mutationType();
builder.subscriptionType();

/** The types of our builder, as Pothos asks for them in generic functions. */
export type SchemaTypes = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer Types> ? Types : never;
