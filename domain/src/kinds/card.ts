import { cardKinds, cardStatuses } from '../vocabulary.ts';
import { oneOf, special } from './field.ts';
import { declareKind } from './kind.ts';
import * as z from 'zod/mini';

/** What opens a container. Its state is changed by transitions alone (`../card.ts`), and nothing else of it by anybody. */
export const card = declareKind({
  name: 'card',
  owner: 'org',
  searched: 'Beginning of the code or hexadecimal serial, or a whole serial in any notation.',
  fields: {
    kind: oneOf('CardKind', cardKinds, { required: true, fixed: true, sorted: 'column', filtered: true }),
    status: oneOf('CardStatus', cardStatuses, { sorted: 'column', filtered: true }),
    serialNumber: special(z.string(), { about: 'Hardware serial, upper-case hexadecimal.' }),
    displaySerialNumber: special(z.string(), { sorted: 'column', about: 'As printed on the card.' }),
  },
});
