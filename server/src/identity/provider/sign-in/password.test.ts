import { describe, expect, it } from 'vitest';
import { faultOf } from './password-rules.ts';
import { checkPassword, hashPassword } from './password.ts';

/** `noa-demo`, as versions before argon2id hashed it, with little cost. */
const old = 'scrypt$1024$8$1$AAAAAAAAAAAAAAAAAAAAAA$IZXeru3cwvuRzq84IW2yNQcgIHyxQu7J2z60QMR5zpE';

describe('a password', () => {
  it('is hashed by argon2id with 19 MiB, salted, and compared', async () => {
    const [one, two] = await Promise.all([hashPassword('o propoziție scurtă'), hashPassword('o propoziție scurtă')]);

    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await checkPassword('o propoziție scurtă', one)).toEqual({ right: true, outdated: false });
    expect(await checkPassword('o propoziție scurta', one)).toEqual({ right: false, outdated: false });
  });

  it('is the same however a keyboard writes its letters', async () => {
    const hash = await hashPassword('o propoziție scurtă'.normalize('NFD'));
    expect((await checkPassword('o propoziție scurtă'.normalize('NFC'), hash)).right).toBe(true);
  });

  it('of before is known, and said to be outdated', async () => {
    expect(await checkPassword('noa-demo', old)).toEqual({ right: true, outdated: true });
    expect(await checkPassword('noa-Demo', old)).toEqual({ right: false, outdated: true });
  });

  it('is wrong where there is no hash, and when it is too long to look at', async () => {
    expect((await checkPassword('\0'.repeat(32), null)).right).toBe(false);
    expect((await checkPassword('x'.repeat(257), await hashPassword('x'.repeat(257)))).right).toBe(false);
  });
});

describe('a password that is chosen', () => {
  const own = ['ana.ionescu@primaria-iasi.ro', 'Ana Ionescu-Țurcanu'];

  it.each([
    ['unsprezece…', 'short'],
    ['x'.repeat(257), 'long'],
    ['password1234', 'common'],
    ['Primăria2026!', 'common'],
    ['1qaz2wsx3edc', 'common'],
    ['aaaaaaaaaaaaaaaa', 'common'],
    ['123456789012345', 'common'],
    ['98765432109876', 'common'],
    ['abcdefghijklmnop', 'common'],
    ['turcanu-2026-', 'own'],
  ] as const)('is not %s: %s', (password, fault) => {
    expect(faultOf(password, own)).toBe(fault);
  });

  it.each(['trei pisici pe gard', 'kJ8#dfQw2!zP', '0123 4567 8910 1', 'ana turcanu are mere'])(
    'may be %s',
    (password) => {
      expect(faultOf(password, own)).toBeNull();
    },
  );
});
