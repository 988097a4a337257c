// Apart from the declaration, which lists load: what checks input comes with the first form.
import * as z from 'zod/mini';
import { recordId } from '../text.ts';
import { accessGroup } from './access-group.ts';
import { createInput, updateInput } from './input.ts';

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
