import { builder } from '../graphql/builder.ts';
import { sealed } from '../graphql/sealed-ids.ts';
import { Version } from './history.schema.ts';
import { aboutKindNamed } from './kinds.ts';
import { restoreVersion } from './restore.service.ts';

builder.mutationField('restoreVersion', (t) =>
  t.field({
    type: Version,
    description:
      'Writes the fields of an older version as a new one, by the rules of the kind’s own update. Cards and deleted records are not restored.',
    authScopes: { may: 'history:readContainer' },
    args: {
      kind: t.arg.string({ required: true, description: aboutKindNamed }),
      id: t.arg.id({ required: true }),
      rowId: t.arg.id({ required: true, description: 'The version that is current, as far as the caller knows.' }),
      version: t.arg.id({ required: true, description: '`rowId` of the version to restore.', ...sealed('version') }),
    },
    resolve: async (_root, args, context) => ({ ...(await restoreVersion(context, args)), restorable: false }),
  }),
);
