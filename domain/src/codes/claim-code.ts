import * as z from 'zod/mini';

/** Symbols of a claim code: 40 bits, as a shorter one could be found by guessing (reliability.md, control 13). */
export const claimCodeLength = 8;

/** What becomes of a claim code. One that nobody used in time is expired; no job need say so. */
export const claimCodeStates = ['live', 'redeemed', 'revoked', 'expired'] as const;
export type ClaimCodeState = (typeof claimCodeStates)[number];

/** Wrong tries within a window, in minutes; the address is of a household, an office or a whole mobile network. */
export const claimCodeTries = { perCaller: 5, perAddress: 30, windowMinutes: 15 } as const;

/** A code as people type it from a letter, without what they put between the symbols. */
export const cleanClaimCode = (text: string): string => text.toUpperCase().replaceAll(/[\s‐‑–—-]/g, '');

/** Whether a cleaned text may be a claim code at all. */
export const isClaimCode = (cleaned: string): boolean => /^[A-RTUW-Z2-9]{8}$/.test(cleaned);

/** As a letter prints it: `ABCD-EFGH`. */
export const formatClaimCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** What a resident types to claim an apartment. */
export const redeemClaimCodeInput = z.object({
  code: z.string('form.required').check(
    z.overwrite(cleanClaimCode),
    z.minLength(1, 'form.required'),
    z.refine((cleaned) => cleaned === '' || isClaimCode(cleaned), 'form.badClaimCode'),
  ),
});
