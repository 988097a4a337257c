import { cardKinds, cardStatuses } from '../vocabulary.ts';
import { formatted, oneOf, text } from './field.ts';
import { declareKind } from './kind.ts';

/** What opens a container. Its state is changed by transitions alone (`../card.ts`), and nothing else of it by anybody. */
export const card = declareKind({
  name: 'card',
  address: '/card',
  owner: 'org',
  called: 'label',
  searched: 'Beginning of the code or hexadecimal serial, or a whole serial in any notation.',
  naturalKey: 'serialNumber',
  fields: {
    kind: oneOf('CardKind', cardKinds, {
      required: true,
      fixed: true,
      sorted: 'column',
      filtered: true,
      imported: ['fel', 'felul', 'tip', 'fel card', 'tip card', 'kind', 'card kind'],
    }),
    status: oneOf('CardStatus', cardStatuses, { sorted: 'column', filtered: true }),
    serialNumber: formatted('serial', {
      about: 'Hardware serial, upper-case hexadecimal.',
      imported: [
        'serie',
        'seria',
        'serie card',
        'numar de serie',
        'nr card',
        'cod',
        'cod card',
        'card',
        'uid',
        'serial',
        'serial number',
        'code',
      ],
    }),
    displaySerialNumber: formatted('serial', { sorted: 'column', about: 'As printed on the card.' }),
    deliveryNote: text(80, {
      about: 'Number and date of the delivery note that it came with: `1234/15.11.2026`; blank where nobody has said.',
      imported: [
        'aviz',
        'nr aviz',
        'numar aviz',
        'aviz de insotire',
        'aviz de expeditie',
        'nota de livrare',
        'delivery note',
        'delivery note number',
      ],
    }),
    supplier: text(120, {
      about: 'Who delivered it; blank where nobody has said.',
      imported: ['furnizor', 'furnizorul', 'nume furnizor', 'supplier', 'delivered by'],
    }),
  },
});
