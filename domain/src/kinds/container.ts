import { accessModes, wasteStreams } from '../vocabulary.ts';
import { containerGroup } from './container-group.ts';
import { integer, oneOf, reference, text } from './field.ts';
import { declareKind } from './kind.ts';
import { location } from './location.ts';

export const container = declareKind({
  name: 'container',
  address: '/containers',
  owner: 'record',
  called: 'label',
  searched: 'Words of the serial number and address; case and diacritics do not matter.',
  fields: {
    containerGroupId: reference(containerGroup, { required: true, filtered: true }),
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
      unit: 'litres',
      about: 'Nominal capacity, in litres.',
    }),
    volumeControlLitres: integer(1, 1_000, {
      required: true,
      sorted: 'column',
      filtered: true,
      unit: 'litres',
      about: 'Litres that one opening takes.',
    }),
    cardCapacity: integer(1, 1_000_000, {
      begins: 10_000,
      filtered: true,
      listed: false,
      about: 'Cards that its lock can hold.',
    }),
    ...location,
  },
});
