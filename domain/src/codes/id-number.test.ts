import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanIdNumber,
  idNumberKind,
  isCnp,
  isCui,
  maskedIdNumberKind,
  maskIdNumber,
  maskPeople,
  withoutIdNumbers,
} from './id-number.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

/** Twelve digits with a real date of birth, by the standard's own layout: S YYMMDD JJ NNN. */
const cnpBody = fc
  .record({
    sex: fc.integer({ min: 1, max: 6 }),
    born: fc.date({ min: new Date('1801-01-01'), max: new Date('1899-12-31'), noInvalidDate: true }),
    county: fc.integer({ min: 1, max: 52 }),
    serial: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ sex, born, county, serial }) => {
    // 29 February 1900 was not a day: leave leap days to the century they were drawn from.
    const date = born.toISOString().slice(2, 10).replaceAll('-', '');
    const safe = date.endsWith('0229') ? `${date.slice(0, 4)}28` : date;
    return `${sex}${safe}${String(county).padStart(2, '0')}${String(serial).padStart(3, '0')}`;
  });

const withCheck = (body: string, holds: (text: string) => boolean) =>
  Array.from({ length: 10 }, (_, check) => `${body}${check}`).filter(holds);

describe('isCnp', () => {
  it('takes the example that forms in use print', () => {
    expect(isCnp('1800101221144')).toBe(true);
  });

  it('has exactly one check digit for each body', () => {
    fc.assert(
      fc.property(cnpBody, (body) => {
        expect(withCheck(body, isCnp)).toHaveLength(1);
      }),
    );
  });

  it('notices nearly every single wrong digit', () => {
    let wrong = 0;
    let unnoticed = 0;
    fc.assert(
      fc.property(cnpBody, fc.integer({ min: 9, max: 12 }), fc.integer({ min: 1, max: 9 }), (body, position, by) => {
        const [cnp = ''] = withCheck(body, isCnp);
        const digit = (Number(cnp[position]) + by) % 10;
        wrong += 1;
        unnoticed += isCnp(cnp.slice(0, position) + digit + cnp.slice(position + 1)) ? 1 : 0;
      }),
      { numRuns: 500 },
    );

    // Remainders 1 and 10 share the check digit 1: that is the standard's own blind spot.
    expect(unnoticed / wrong).toBeLessThan(0.1);
  });

  it.each(['', '123', '0960229410018', '19602294100189', '196022941001A'])('refuses %j', (text) => {
    expect(isCnp(text)).toBe(false);
  });

  it.each(['1961301', '1960230', '1960001', '1970229'])('refuses a birth on a day that never was: %s…', (start) => {
    const all = Array.from({ length: 1_000 }, (_, index) => `${start}41${String(index).padStart(4, '0')}`);

    expect(all.filter(isCnp)).toEqual([]);
  });
});

describe('isCui', () => {
  // Published by their owners: Romanian Post, CFR Călători, Hidroelectrica, OMV Petrom.
  it.each(['427410', '11054545', '13267213', '1590082'])('takes the well-known %s', (cui) => {
    expect(isCui(cui)).toBe(true);
  });

  it('has exactly one check digit for each body', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (body) => {
        expect(withCheck(String(body), isCui)).toHaveLength(1);
      }),
    );
  });

  it.each(['', '1', '0427410', '427411', '12345678901', 'RO427410'])('refuses %j', (text) => {
    expect(isCui(text)).toBe(false);
  });
});

describe('cleanIdNumber', () => {
  it.each(['RO 427410', 'ro427410', '427 410', '427.410'])('finds 427410 in %s', (text) => {
    expect(cleanIdNumber(text)).toBe('427410');
  });
});

describe('maskIdNumber', () => {
  it('shows the first and the last two digits of a CNP', () => {
    expect(maskIdNumber('1960229410023')).toBe('1••••••••••23');
  });

  it('keeps the length and at most three digits, whatever the number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }).chain(digits), (number) => {
        const mask = maskIdNumber(number);
        expect(mask).toHaveLength(number.length);
        expect(mask.replaceAll('•', '').length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('still tells a person from a company', () => {
    const [cnp = ''] = withCheck('196022941001', isCnp);

    expect(maskedIdNumberKind(maskIdNumber(cnp))).toBe(idNumberKind(cnp));
    expect(maskedIdNumberKind(maskIdNumber('427410'))).toBe(idNumberKind('427410'));
  });
});

describe('withoutIdNumbers', () => {
  it.each([
    ['got invalid value "1800101221144" at', 'got invalid value "1••••••••••44" at'],
    ['{ a: 427410, b: "1800101221144" }', '{ a: 4•••10, b: "1••••••••••44" }'],
    ['of 1800101221145 nobody has heard', 'of 1800101221145 nobody has heard'],
    ['No card with id 01890000-427410-7000', 'No card with id 01890000-427410-7000'],
    ['A page has at most 200 rows', 'A page has at most 200 rows'],
  ])('makes of %j %j', (text, masked) => {
    expect(withoutIdNumbers(text)).toBe(masked);
  });
});

describe('maskPeople', () => {
  it.each([
    ['1 800101 22-1144', '1••••••••••44'],
    ['CNP 1800101221145; 0722123456', 'CNP 1••••••••••45; 0722123456'],
    ['card 1099511627775', 'card 1099511627775'],
    ['47.158455 27.601442', '47.158455 27.601442'],
    ['18001012211440', '18001012211440'],
  ])('makes of %j %j', (text, masked) => {
    expect(maskPeople(text)).toBe(masked);
  });

  it('masks every personal number, however it is parted', () => {
    const parts = fc.array(fc.constantFrom('', ' ', '-', '.'), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom('1960229410023', '2960229410017', '6010203410029'), parts, (number, between) => {
        const written = Array.from(number, (digit, index) => digit + (between[index] ?? '')).join('');

        expect(maskPeople(`a ${written} b`)).toBe(`a ${maskIdNumber(number)} b`);
      }),
    );
  });
});
