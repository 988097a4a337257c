import { describe, expect, it } from 'vitest';
import { addressOf, byStreet, chosen, decisionOf, differing } from './decision.ts';
import type { Match } from './decision.ts';

const match = (rowNumber: number, addrStreet: string, locality = 'Pașcani') =>
  ({ rowNumber, addrStreet, locality }) as Match;

describe('what holds of an address that was matched', () => {
  it('is what a person said, and joins by itself only what is the same', () => {
    expect(decisionOf({ outcome: 'same', decision: null })).toBe('accepted');
    expect(decisionOf({ outcome: 'same', decision: 'refused' })).toBe('refused');
    expect(decisionOf({ outcome: 'probably', decision: null })).toBeNull();
  });

  it('is taken back by choosing it again, and what is the same goes back to what it was', () => {
    expect(chosen({ outcome: 'probably', decision: null }, 'accepted')).toBe('accepted');
    expect(chosen({ outcome: 'probably', decision: 'accepted' }, 'accepted')).toBeNull();
    expect(chosen({ outcome: 'probably', decision: 'accepted' }, 'refused')).toBe('refused');
    expect(chosen({ outcome: 'same', decision: null }, 'refused')).toBe('refused');
    expect(chosen({ outcome: 'same', decision: 'refused' }, 'accepted')).toBeNull();
  });
});

describe('matches by street', () => {
  it('stand together as the file writes the street, another locality apart', () => {
    const groups = byStreet([
      match(2, 'Eminescu'),
      match(3, 'EMINESCU'),
      match(4, 'Eminescu'),
      match(5, 'Eminescu', 'Iași'),
    ]);

    expect(
      groups.map(({ street, locality, matches }) => [street, locality, matches.map((each) => each.rowNumber)]),
    ).toEqual([
      ['Eminescu', 'Pașcani', [2, 4]],
      ['EMINESCU', 'Pașcani', [3]],
      ['Eminescu', 'Iași', [5]],
    ]);
  });
});

describe('the parts of two addresses', () => {
  it('differ where they are written otherwise', () => {
    const file = { addrStreet: 'Str. Eminescu', addrNr: '5', addrBl: '', locality: 'Pașcani', county: 'Iași' };

    expect([...differing(addressOf(file), { ...file, addrStreet: 'Strada Eminescu', addrBl: 'B1' })]).toEqual([
      'addrStreet',
      'addrBl',
    ]);
  });
});
