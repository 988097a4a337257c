import { accessModes, wasteStreams } from '../vocabulary.ts';
import { containerGroup } from './container-group.ts';
import { accessModeHeaders, integer, oneOf, reference, text } from './field.ts';
import { declareKind } from './kind.ts';
import { importedLocation } from './location.ts';

export const container = declareKind({
  name: 'container',
  address: '/containers',
  owner: 'record',
  called: 'label',
  searched: 'Words of the serial number and address; case and diacritics do not matter.',
  naturalKey: 'serialNumber',
  fields: {
    containerGroupId: reference(containerGroup, {
      required: true,
      filtered: true,
      imported: [
        'grup de containere',
        'grup containere',
        'grup',
        'platforma',
        'nr platforma',
        'numar platforma',
        'insula',
        'nr insula',
        'container group',
        'group',
      ],
    }),
    serialNumber: text(40, {
      required: true,
      sorted: 'key',
      imported: [
        'numarul de serie',
        'numar de serie',
        'nr serie',
        'serie',
        'serie container',
        'container',
        'serial',
        'serial number',
      ],
    }),
    wasteStream: oneOf('WasteStream', wasteStreams, {
      required: true,
      begins: 'residual',
      sorted: 'column',
      filtered: true,
      imported: ['fractie', 'fractia', 'tip deseu', 'deseu', 'flux', 'waste stream', 'stream', 'waste'],
    }),
    accessMode: oneOf('AccessMode', accessModes, { sorted: 'column', filtered: true, imported: accessModeHeaders }),
    sizeLitres: integer(60, 10_000, {
      required: true,
      sorted: 'column',
      filtered: true,
      unit: 'litres',
      about: 'Nominal capacity, in litres.',
      imported: ['volum', 'volumul', 'capacitate', 'litri', 'volum litri', 'size', 'capacity', 'litres'],
    }),
    volumeControlLitres: integer(1, 1_000, {
      required: true,
      sorted: 'column',
      filtered: true,
      unit: 'litres',
      about: 'Litres that one opening takes.',
      imported: ['tambur', 'tamburul', 'cuva', 'litri tambur', 'volume control drum', 'drum'],
    }),
    cardCapacity: integer(1, 1_000_000, {
      begins: 10_000,
      filtered: true,
      listed: false,
      about: 'Cards that its lock can hold.',
      imported: ['carduri in incuietoare', 'capacitate carduri', 'cards in the lock', 'card capacity'],
    }),
    ...importedLocation,
  },
});
