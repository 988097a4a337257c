import { accessModes } from '../vocabulary.ts';
import { accessModeHeaders, oneOf, uniqueName } from './field.ts';
import { declareKind, toldByName } from './kind.ts';

export const accessGroup = declareKind({
  name: 'accessGroup',
  address: '/access-groups',
  ...toldByName,
  fields: {
    name: uniqueName(['nume', 'denumire', 'grup', 'grup de acces', 'grup acces', 'access group']),
    accessMode: oneOf('AccessMode', accessModes, { sorted: 'column', filtered: true, imported: accessModeHeaders }),
  },
});
