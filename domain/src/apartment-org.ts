import * as z from 'zod/mini';
import { recordId } from './text.ts';

/** Lets a further org serve an apartment, and so see it. */
export const addApartmentOrgInput = z.object({ apartmentId: recordId, orgId: recordId });
