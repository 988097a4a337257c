import { accessModes } from '../vocabulary.ts';
import { nodeReference, oneOf, text } from './field.ts';
import { createInput, declareKind, updateInput } from './kind.ts';
import { place, wholePoint } from './place.ts';

export const containerGroup = declareKind({
  name: 'containerGroup',
  owner: 'org',
  searched: 'Words of the number, name and address; case and diacritics do not matter.',
  check: wholePoint,
  fields: {
    itemNumber: text(40, { required: true, sorted: 'key', about: 'As on its plate.' }),
    name: text(120, {}),
    accessMode: oneOf('AccessMode', accessModes, { sorted: 'column', filtered: true }),
    gisNodeId: nodeReference({ nullable: true, shown: false, aboutInput: 'Where it lies in the address tree.' }),
    ...place,
  },
});

export const createContainerGroupInput = createInput(containerGroup);
export const updateContainerGroupInput = updateInput(containerGroup);
