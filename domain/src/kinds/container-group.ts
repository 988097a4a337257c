import { accessModes } from '../vocabulary.ts';
import { nodeReference, oneOf, text } from './field.ts';
import { declareKind } from './kind.ts';
import { location } from './location.ts';

export const containerGroup = declareKind({
  name: 'containerGroup',
  address: '/container-groups',
  owner: 'org',
  called: 'label',
  searched: 'Words of the number, name and address; case and diacritics do not matter.',
  fields: {
    itemNumber: text(40, { required: true, sorted: 'key', about: 'As on its plate.' }),
    name: text(120, {}),
    accessMode: oneOf('AccessMode', accessModes, { sorted: 'column', filtered: true }),
    gisNodeId: nodeReference({ nullable: true, listed: false, aboutInput: 'Where it lies in the address tree.' }),
    ...location,
  },
});
