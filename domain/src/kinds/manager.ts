import { uniqueName } from './field.ts';
import { declareKind, toldByName } from './kind.ts';

export const manager = declareKind({
  name: 'manager',
  address: '/managers',
  ...toldByName,
  fields: {
    name: uniqueName([
      'nume',
      'denumire',
      'administrator',
      'administrator de bloc',
      'asociatie',
      'asociatia',
      'manager',
    ]),
  },
});
