import { text } from './field.ts';
import { createInput, declareKind, updateInput } from './kind.ts';

export const manager = declareKind({
  name: 'manager',
  owner: 'org',
  searched: 'Words of the name; case and diacritics do not matter.',
  fields: { name: text(120, { required: true, sorted: 'key' }) },
});

export const createManagerInput = createInput(manager);
export const updateManagerInput = updateInput(manager);
