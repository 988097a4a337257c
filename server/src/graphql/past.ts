import { defaultFieldResolver, isObjectType, type GraphQLSchema } from 'graphql';
import type { Context } from '../request/context.ts';
import { momentOf } from '../request/time-travel.ts';

/** Fields by which a row says what the caller may do to it. */
const offersChange = /^viewerCan[A-Z]/;

/**
 * Lets whatever hangs on a record of the past be read of the same moment: its resolvers get a context of then. So no field
 * has to think of it, and none can forget it. Nothing of the past can be changed, and rows of then say so.
 */
export function readPastAsOne(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (row: unknown, args, context: Context, info) => {
        const moment = momentOf(row);
        if (!moment) {
          return resolve(row, args, context, info);
        }
        return offersChange.test(field.name) ? false : resolve(row, args, context.at(moment), info);
      };
    }
  }
  return schema;
}
