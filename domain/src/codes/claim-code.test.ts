import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeAlphabet, isCode } from './card-code.ts';
import { claimCodeLength, cleanClaimCode, formatClaimCode, isClaimCode } from './claim-code.ts';

const code = fc
  .array(fc.constantFrom(...Array.from(codeAlphabet)), { minLength: claimCodeLength, maxLength: claimCodeLength })
  .map((symbols) => symbols.join(''));

describe('a claim code', () => {
  it('is a code of 8 symbols', () => {
    fc.assert(
      fc.property(code, (each) => {
        expect([isClaimCode(each), isCode(each)]).toEqual([true, true]);
      }),
    );
  });

  it('reads back from its letter, in any case and however its halves are kept apart', () => {
    fc.assert(
      fc.property(code, fc.constantFrom('-', ' ', '–', ' - ', ''), fc.boolean(), (each, between, lower) => {
        const printed = formatClaimCode(each).replace('-', between);

        expect(cleanClaimCode(lower ? printed.toLowerCase() : printed)).toBe(each);
      }),
    );
  });

  it('has no other length and no other symbol', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        expect(isClaimCode(text)).toBe(text.length === claimCodeLength && isCode(text));
      }),
    );
  });
});
