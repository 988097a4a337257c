import { describe, expect, it } from 'vitest';
import { arteryName, nameArteries } from './arteries.ts';

const named = (streets: readonly string[], known: readonly string[] = []) =>
  Object.fromEntries(nameArteries(known, streets));

describe('the artery of a street', () => {
  it.each([
    ['Str. Unirii', 'Strada Unirii'],
    ['STR.UNIRII', 'Strada Unirii'],
    ['B-dul ȘTEFAN CEL MARE', 'Bulevardul Ștefan cel Mare'],
    ['Sos. Națională', 'Șoseaua Națională'],
    ['P-ța 1 Mai', 'Piața 1 Mai'],
    ['ALEEA PARCULUI', 'Aleea Parcului'],
    ['Unirii', 'Unirii'],
  ])('of %s is called %s', (street, name) => {
    expect(arteryName(street)).toBe(name);
  });

  it('is one for all the ways in which a list writes it', () => {
    const one = ['STRADA UNIRII', 'Str. Unirii', 'Unirii', 'str Unirii nr. 5'];

    expect(named(one)).toEqual(Object.fromEntries(one.map((street) => [street, 'Strada Unirii'])));
  });

  it('is the one that is known, called as it is known', () => {
    const known = ['Strada Alecsandri Vasile, poet', 'Aleea Crinilor'];

    expect(named(['Str. Vasile Alecsandri', 'Str. V. Alecsandri', 'CRINILOR'], known)).toEqual({
      'Str. Vasile Alecsandri': known[0],
      'Str. V. Alecsandri': known[0],
      CRINILOR: known[1],
    });
  });

  it('is another where the type is another, a letter differs, or the list says more', () => {
    const known = ['Strada Unirii', 'Crinilor'];

    expect(named(['Bd. Unirii', 'Str. Unrii', 'Str. Crinilor'], known)).toEqual({
      'Bd. Unirii': 'Bulevardul Unirii',
      'Str. Unrii': 'Strada Unrii',
      'Str. Crinilor': 'Strada Crinilor',
    });
  });

  it('is none where two may be meant, and none of what is no street', () => {
    expect(named(['Unirii', 'bl. B1', 'B1', 'Strada', ''], ['Strada Unirii', 'Bulevardul Unirii'])).toEqual({
      Unirii: null,
      'bl. B1': null,
      B1: null,
      Strada: null,
      '': null,
    });
  });

  it('is the same when the list comes again', () => {
    const list = [
      'Str. Unirii',
      'Unirii',
      'Bd. Gării',
      'Str. Gării',
      'Gării',
      'Str. M. Eminescu',
      'Str. Mihai Eminescu',
    ];
    const first = nameArteries([], list);
    const made = new Set([...first.values()].filter((name) => name !== null));

    expect(named(list, [...made])).toEqual(Object.fromEntries(first));
    expect(made).toEqual(new Set(['Strada Unirii', 'Bulevardul Gării', 'Strada Gării', 'Strada Mihai Eminescu']));
  });
});
