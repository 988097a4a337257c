import * as z from 'zod/mini';
import { requiredText } from './text.ts';

/** Characters of what personal data is looked at or erased for. */
export const purposeLength = { min: 3, max: 200 } as const;

/** Why somebody looks at personal data, or has it erased, in their own words; it is kept with who and when. */
export const purposeInput = z.object({
  purpose: requiredText(purposeLength.max).check(
    z.refine((text) => text === '' || text.length >= purposeLength.min, 'form.purposeTooShort'),
  ),
});

/** ID numbers that one person may look at within so many minutes: enough for a morning's letters, too few for a list. */
export const revealLimit = { times: 30, minutes: 60 } as const;
