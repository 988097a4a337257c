import { accessModes, wasteStreams } from '../vocabulary.ts';
import { integer, oneOf, reference, text } from './field.ts';
import { createInput, declareKind, updateInput } from './kind.ts';
import { place, wholePoint } from './place.ts';

export const container = declareKind({
  name: 'container',
  owner: 'record',
  searched: 'Words of the serial number and address; case and diacritics do not matter.',
  check: wholePoint,
  fields: {
    containerGroupId: reference({ required: true, filtered: true, shown: false }),
    serialNumber: text(40, { required: true, sorted: 'key' }),
    wasteStream: oneOf('WasteStream', wasteStreams, {
      required: true,
      begins: 'residual',
      sorted: 'column',
      filtered: true,
    }),
    accessMode: oneOf('AccessMode', accessModes, { sorted: 'column', filtered: true }),
    sizeLitres: integer(60, 10_000, {
      required: true,
      sorted: 'column',
      filtered: true,
      about: 'Nominal capacity, in litres.',
    }),
    volumeControlLitres: integer(1, 1_000, {
      required: true,
      sorted: 'column',
      filtered: true,
      about: 'Litres that one opening takes.',
    }),
    cardCapacity: integer(1, 1_000_000, { begins: 10_000, filtered: true, about: 'Cards that its lock can hold.' }),
    ...place,
  },
});

export const createContainerInput = createInput(container);
export const updateContainerInput = updateInput(container);
