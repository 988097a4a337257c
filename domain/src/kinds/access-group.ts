import { accessModes } from '../vocabulary.ts';
import { accessModeHeaders, oneOf, uniqueName } from './field.ts';
import { declareKind, toldByName } from './kind.ts';
import * as z from 'zod/mini';
import { recordId } from '../text.ts';
import { createInput, updateInput } from './input.ts';

export const accessGroup = declareKind({
  name: 'accessGroup',
  address: '/access-groups',
  ...toldByName,
  fields: {
    name: uniqueName(['nume', 'denumire', 'grup', 'grup de acces', 'grup acces', 'access group']),
    accessMode: oneOf('AccessMode', accessModes, { sorted: 'column', filtered: true, imported: accessModeHeaders }),
  },
});

/** Container groups that an access group may be joined to. */
export const maxContainerGroups = 1000;

const joined = {
  containerGroupIds: z.optional(
    z.array(recordId, 'form.required').check(z.maxLength(maxContainerGroups, 'form.tooMany')),
  ),
};

export const createAccessGroupInput = z.extend(createInput(accessGroup), joined);

/** `containerGroupIds`, when given, is the whole new set. */
export const updateAccessGroupInput = z.extend(updateInput(accessGroup), joined);
