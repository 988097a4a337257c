import * as z from 'zod/mini';
import { recordId } from '../text.ts';
import { accessModes } from '../vocabulary.ts';
import { oneOf, text } from './field.ts';
import { createInput, declareKind, updateInput } from './kind.ts';

export const accessGroup = declareKind({
  name: 'accessGroup',
  owner: 'org',
  searched: 'Words of the name; case and diacritics do not matter.',
  fields: {
    name: text(120, { required: true, sorted: 'key' }),
    accessMode: oneOf('AccessMode', accessModes, { sorted: 'column', filtered: true }),
  },
});

/** Container groups that an access group may be joined to. */
export const maxContainerGroups = 1000;

const joined = {
  containerGroupIds: z.optional(z.array(recordId).check(z.maxLength(maxContainerGroups, 'form.tooMany'))),
};

export const createAccessGroupInput = z.extend(createInput(accessGroup), joined);

/** `containerGroupIds`, when given, is the whole new set. */
export const updateAccessGroupInput = z.extend(updateInput(accessGroup), joined);
