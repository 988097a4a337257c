import * as z from 'zod/mini';
import { isRandomUid, settleSerial } from '@noa/domain/card-code.ts';
import { createCardInput } from '@noa/domain/card.ts';
import type { CardKind } from '@noa/domain/vocabulary.ts';
import { ownerSchema } from '../../pickers/OrgField.tsx';

export interface CardValues {
  serialNumber: string;
  kind: CardKind;
  orgId: string | null;
}

/** @param needsOrg - whether the viewer could register for several orgs and has to say which. */
export const cardForm = (needsOrg: boolean) =>
  z.extend(createCardInput, {
    serialNumber: z.string('form.required').check(
      z.trim(),
      z.minLength(1, 'form.required'),
      z.refine((text) => text === '' || settleSerial(text) !== 'unreadable', 'form.badSerial'),
      z.refine((text) => settleSerial(text) !== 'ambiguous', 'form.ambiguousSerial'),
      z.refine((text) => {
        const settled = settleSerial(text);
        return typeof settled === 'string' || !isRandomUid(settled.serialNumber);
      }, 'form.randomSerial'),
    ),
    orgId: ownerSchema(needsOrg),
  });
