import { accessModes } from '../vocabulary.ts';
import { accessModeHeaders, oneOf, text } from './field.ts';
import { declareKind } from './kind.ts';

export const accessGroup = declareKind({
  name: 'accessGroup',
  address: '/access-groups',
  owner: 'org',
  called: 'name',
  searched: 'Words of the name; case and diacritics do not matter.',
  naturalKey: 'name',
  fields: {
    name: text(120, {
      required: true,
      sorted: 'key',
      imported: ['nume', 'denumire', 'grup', 'grup de acces', 'grup acces', 'access group'],
    }),
    accessMode: oneOf('AccessMode', accessModes, { sorted: 'column', filtered: true, imported: accessModeHeaders }),
  },
});
