import { text } from './field.ts';
import { declareKind } from './kind.ts';

export const manager = declareKind({
  name: 'manager',
  address: '/managers',
  owner: 'org',
  called: 'name',
  searched: 'Words of the name; case and diacritics do not matter.',
  naturalKey: 'name',
  fields: {
    name: text(120, {
      required: true,
      sorted: 'key',
      imported: ['nume', 'denumire', 'administrator', 'administrator de bloc', 'asociatie', 'asociatia', 'manager'],
    }),
  },
});
