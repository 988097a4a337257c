import * as z from 'zod/mini';
import { isRandomUid, settleSerial } from '@noa/domain/codes/card-code.ts';
import { createCardInput } from '@noa/domain/card.ts';
import type { CardKind } from '@noa/domain/vocabulary.ts';
import { ownerSchema } from '../../pickers/OrgField.tsx';

export interface CardValues {
  serialNumber: string;
  kind: CardKind;
  deliveryNote: string;
  orgId: string | null;
}

/** Why no card can be registered by what was typed, as a locale key; null when one can. */
export function serialProblem(typed: string): string | null {
  const settled = settleSerial(typed);
  if (typeof settled === 'object') {
    return isRandomUid(settled.serialNumber) ? 'form.randomSerial' : null;
  }
  return settled === 'ambiguous' ? 'form.ambiguousSerial' : typed.trim() === '' ? 'form.required' : 'form.badSerial';
}

/** @param needsOrg - whether the viewer could register for several orgs and has to say which. */
export const cardForm = (needsOrg: boolean) =>
  z.extend(createCardInput, {
    serialNumber: z.string('form.required').check(z.trim(), z.minLength(1, 'form.required'), (payload) => {
      const problem = payload.value === '' ? null : serialProblem(payload.value);
      if (problem !== null) {
        payload.issues.push({ code: 'custom', input: payload.value, message: problem });
      }
    }),
    orgId: ownerSchema(needsOrg),
  });
