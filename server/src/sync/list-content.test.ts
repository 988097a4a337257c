import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ListContent, ListContents, type ListChange } from './list-content.ts';

const serialOf = (card: number) => (card * 7919).toString(16).toUpperCase().padStart(8, '0');
const change = fc
  .record({ card: fc.nat(30), admits: fc.boolean() })
  .map(({ card, admits }): ListChange => ({ cardId: `card ${card}`, serialNumber: serialOf(card), admits }));

const checksumOf = (serials: Iterable<string>) => hash('sha256', [...serials].toSorted().join('\n'));

it('a list that moves on from version to version comes to the same as one read anew', () => {
  fc.assert(
    fc.property(fc.array(change), fc.array(fc.array(change)), (first, versions) => {
      const admitted = new Map(first.filter(({ admits }) => admits).map((each) => [each.cardId, each.serialNumber]));
      const content = new ListContent(
        '1',
        [...admitted].map(([cardId, serialNumber]) => ({ cardId, serialNumber })),
      );

      versions.forEach((changes, index) => {
        content.moveOn(String(index + 2), changes);
        for (const { cardId, serialNumber, admits } of changes) {
          admitted.delete(cardId);
          if (admits) {
            admitted.set(cardId, serialNumber);
          }
        }

        expect(content.size).toBe(admitted.size);
        expect(content.checksum).toBe(checksumOf(admitted.values()));
      });
    }),
  );
});

it('the lists that were asked for longest ago go when they are too many', () => {
  const contents = new ListContents();
  const large = () =>
    new ListContent(
      '1',
      Array.from({ length: 80_000 }, (_, card) => ({ cardId: String(card), serialNumber: serialOf(card) })),
    );

  ['first', 'second', 'third'].forEach((group) => contents.put(group, large()));

  expect(contents.find('first')).toBeUndefined();
  expect(contents.find('second')).toBeDefined();
  expect(contents.find('third')).toBeDefined();
});
