import { expect, it } from 'vitest';
import { containers } from '../../registry/containers/container.queries.ts';
import type { ListArgs } from '../../records/record.ts';
import { orderOf } from '../../records/record-list.ts';
import { KnownLists, type KnownList } from './known-lists.ts';

const list = {} as KnownList;

it('are remembered with what was sent beside the document, as long as that is short', () => {
  const lists = new KnownLists();
  const [short, long] = ['1 2 {"after":"x"}', `1 2 ${JSON.stringify({ sort: Array(1_000).fill('x') })}`];

  for (const key of [short, long]) {
    lists.keep(key, list);
  }

  expect([lists.find(short), lists.find(long)]).toEqual([list, undefined]);
});

it('are ordered by each field once, as it was said first', () => {
  const asked: ListArgs<keyof typeof containers.sorts>['sort'] = [
    { field: 'size_litres', direction: 'desc' },
    ...Array.from({ length: 50_000 }, () => ({ field: 'size_litres', direction: 'asc' }) as const),
  ];

  expect(orderOf(containers, asked).map(({ name, direction }) => [name, direction])).toEqual([
    ['size_litres', 'desc'],
    ['id', 'desc'],
  ]);
});
