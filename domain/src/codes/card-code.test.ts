import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeAlphabet, displaySerialNumber, isCode, isRandomUid, readSerial, settleSerial } from './card-code.ts';

/** A hardware serial of so many bytes, upper-case hexadecimal. */
const serialOf = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((each) => Buffer.from(each).toString('hex').toUpperCase());

const anySerial = fc.integer({ min: 4, max: 10 }).chain(serialOf);

const serialsRead = (text: string) => readSerial(text).map(({ serialNumber }) => serialNumber);

const reversed = (serialNumber: string) => Buffer.from(serialNumber, 'hex').reverse().toString('hex').toUpperCase();

describe('the code alphabet', () => {
  it('has 32 symbols, none of which is taken for another', () => {
    expect(new Set(codeAlphabet).size).toBe(32);
    expect(codeAlphabet).not.toMatch(/[SV01]/);
  });

  it.each(['ABCDEFG', 'ABCDEFG2', '9999999'])('takes %s for a code', (text) => {
    expect(isCode(text)).toBe(true);
  });

  it.each(['ABCDEF', 'ABCDEFGHI', 'ABCDEFS', 'ABCDEFV', 'ABCDEF0', 'ABCDEF1', 'abcdefg', ' ABCDEFG', 'ABCDEFG\n'])(
    'takes %j for no code',
    (text) => {
      expect(isCode(text)).toBe(false);
    },
  );
});

describe('isCode', () => {
  const symbol = fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), 'a', 'ă', ' ', '-');

  it('takes 7 or 8 symbols, each a capital other than S and V or a digit from 2 to 9, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(symbol, { maxLength: 10 }), (symbols) => {
        const isSymbol = (each: string) =>
          (each >= 'A' && each <= 'Z' && each !== 'S' && each !== 'V') || (each >= '2' && each <= '9');
        const valid = (symbols.length === 7 || symbols.length === 8) && symbols.every(isSymbol);

        expect(isCode(symbols.join(''))).toBe(valid);
      }),
    );
  });

  it('takes any 7 or 8 symbols of the alphabet', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Array.from(codeAlphabet)), { minLength: 7, maxLength: 8 }), (symbols) => {
        expect(isCode(symbols.join(''))).toBe(true);
      }),
    );
  });
});

describe('displaySerialNumber', () => {
  it.each([
    ['00000000', 'AAAAAAA'],
    ['04A2B1C3', 'ACKFMOD'],
    ['FFFFFFFF', 'D999999'],
    ['0000000000', 'AAAAAAAA'],
    ['FFFFFFFFFF', '99999999'],
  ])('writes %s as %s', (serialNumber, expected) => {
    expect(displaySerialNumber(serialNumber)).toBe(expected);
  });

  it('gives 7 symbols for 4 bytes, 8 for 5, 12 for 7, 16 for 10', () => {
    const lengths = [4, 5, 7, 10].map((bytes) => displaySerialNumber('AB'.repeat(bytes)).length);

    expect(lengths).toEqual([7, 8, 12, 16]);
  });

  it.each([4, 5])('gives a valid code that reads back, for every serial of %i bytes', (bytes) => {
    fc.assert(
      fc.property(serialOf(bytes), (serialNumber) => {
        const code = displaySerialNumber(serialNumber);
        expect(isCode(code)).toBe(true);
        expect(readSerial(code)).toContainEqual(expect.objectContaining({ serialNumber, displaySerialNumber: code }));
      }),
    );
  });

  it('reads back at any length', () => {
    fc.assert(
      fc.property(anySerial, (serialNumber) => {
        expect(serialsRead(displaySerialNumber(serialNumber))).toContain(serialNumber);
      }),
    );
  });

  it('orders as the serials do', () => {
    fc.assert(
      fc.property(serialOf(4), serialOf(4), (one, other) => {
        const rank = (serialNumber: string) =>
          Array.from(displaySerialNumber(serialNumber), (symbol) => codeAlphabet.indexOf(symbol) + 32).join();
        expect(rank(one) < rank(other)).toBe(one < other);
      }),
    );
  });

  it.each(['', '04A2B1', '04a2b1c3', '04A2B1C', 'XYZXYZXY', '00'.repeat(11)])('throws for %j', (serialNumber) => {
    expect(() => displaySerialNumber(serialNumber)).toThrow(RangeError);
  });
});

describe('readSerial', () => {
  it('reads hexadecimal in any case, with colons, spaces or dashes', () => {
    fc.assert(
      fc.property(anySerial, fc.constantFrom('', ':', ' ', '-'), fc.boolean(), (serialNumber, separator, lower) => {
        const typed = serialNumber.match(/../g)?.join(separator) ?? '';
        expect(serialsRead(lower ? typed.toLowerCase() : typed)).toContain(serialNumber);
      }),
    );
  });

  it.each([4, 5, 6, 7, 8, 9, 10])('reads a padded decimal of %i bytes in both byte orders', (bytes) => {
    fc.assert(
      fc.property(serialOf(bytes), (serialNumber) => {
        const digits = String(256n ** BigInt(bytes) - 1n).length;
        const typed = BigInt(`0x${serialNumber}`).toString().padStart(digits, '0');
        expect(serialsRead(typed)).toEqual(expect.arrayContaining([serialNumber, reversed(serialNumber)]));
      }),
    );
  });

  it.each([4, 5, 6, 7, 8, 9, 10])('reads a decimal of %i bytes that is not padded', (bytes) => {
    const withFirstByte = serialOf(bytes).filter((serialNumber) => !serialNumber.startsWith('00'));
    fc.assert(
      fc.property(withFirstByte, (serialNumber) => {
        const readings = readSerial(BigInt(`0x${serialNumber}`).toString());
        const decimals = readings.filter(({ notation }) => notation !== 'code');

        expect(decimals.map((reading) => reading.serialNumber)).toEqual(
          expect.arrayContaining([serialNumber, reversed(serialNumber)]),
        );
      }),
    );
  });

  it('names the byte order in which the bytes stand', () => {
    fc.assert(
      fc.property(serialOf(7), (serialNumber) => {
        const typed = BigInt(`0x${serialNumber}`).toString().padStart(17, '0');
        const orders = new Map(readSerial(typed).map((each) => [each.serialNumber, each.byteOrder]));

        expect(orders.get(serialNumber)).toBe('asTyped');
        if (reversed(serialNumber) !== serialNumber) {
          expect(orders.get(reversed(serialNumber))).toBe('reversed');
        }
      }),
    );
  });

  it('offers each serial once', () => {
    expect(serialsRead('2863311530')).toEqual(['2863311530', 'AAAAAAAA']);
  });

  it('offers the code and the bytes where text may be both', () => {
    expect(readSerial('abcd 2345').map(({ notation }) => notation)).toEqual(['hexadecimal', 'code']);
  });

  it.each(['', 'hello', '04A2B1', '12:34', 'SSSSSSS', '9999999', '04:A2:B1:C', '1'.repeat(40)])(
    'finds nothing in %j',
    (text) => {
      expect(readSerial(text)).toEqual([]);
    },
  );

  it('gives only serials that can be stored and displayed, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Fa-f: -]{0,30}$/)), (text) => {
        for (const { serialNumber, displaySerialNumber: code } of readSerial(text)) {
          expect(serialNumber).toMatch(/^([0-9A-F]{2}){4,10}$/);
          expect(code).toMatch(/^[A-RTUW-Z2-9]{7,16}$/);
        }
      }),
    );
  });
});

describe('isRandomUid', () => {
  it('is every serial of 4 bytes that begins with 08, and no other', () => {
    fc.assert(
      fc.property(anySerial, fc.boolean(), (serial, begins) => {
        const serialNumber = begins ? `08${serial.slice(2)}` : serial;
        const expected = serialNumber.length === 8 && serialNumber.slice(0, 2) === '08';
        expect(isRandomUid(serialNumber)).toBe(expected);
      }),
    );
  });
});

describe('settleSerial', () => {
  it('takes hexadecimal with colons for what it is', () => {
    fc.assert(
      fc.property(anySerial, (serialNumber) => {
        expect(settleSerial(serialNumber.match(/../g)?.join(':') ?? '')).toEqual({ serialNumber });
      }),
    );
  });

  it('takes what the API itself writes, for every serial of 4 bytes', () => {
    fc.assert(
      fc.property(serialOf(4), (serialNumber) => {
        expect(settleSerial(serialNumber)).toEqual({ serialNumber });
      }),
    );
  });

  it('takes the printed code of a card', () => {
    expect(settleSerial('ack-fmod')).toEqual({ serialNumber: '04A2B1C3' });
  });

  it.each(['0077771203', '2863311530', '123456789'])('does not guess the byte order of %s', (typed) => {
    expect(settleSerial(typed)).toBe('ambiguous');
  });

  it('says when text is no serial', () => {
    expect(settleSerial('card of Mr Pop')).toBe('unreadable');
  });
});
