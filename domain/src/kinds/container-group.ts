import { accessModes } from '../vocabulary.ts';
import { accessModeHeaders, nodeReference, oneOf, text } from './field.ts';
import { declareKind } from './kind.ts';
import { importedLocation } from './location.ts';

export const containerGroup = declareKind({
  name: 'containerGroup',
  address: '/container-groups',
  owner: 'org',
  called: 'label',
  searched: 'Words of the number, name and address; case and diacritics do not matter.',
  naturalKey: 'itemNumber',
  fields: {
    itemNumber: text(40, {
      required: true,
      sorted: 'key',
      about: 'As on its plate.',
      imported: [
        'numar',
        'numarul',
        'number',
        'nr',
        'nr crt',
        'nr platforma',
        'numar platforma',
        'platforma',
        'insula',
        'nr insula',
        'item number',
        'item no',
      ],
    }),
    name: text(120, { imported: ['nume', 'denumire', 'name'] }),
    accessMode: oneOf('AccessMode', accessModes, { sorted: 'column', filtered: true, imported: accessModeHeaders }),
    gisNodeId: nodeReference({ nullable: true, listed: false, aboutInput: 'Where it lies in the address tree.' }),
    ...importedLocation,
  },
});
