import { expect, it } from 'vitest';
import { nearestPath } from './nearest-path.ts';

const known = ['/home', '/entrances', '/tower-blocks', '/settings'];

it.each([
  ['/entrance/1', '/entrances'],
  ['/towerblocks', '/tower-blocks'],
  ['/entrances/1/2/3', '/entrances'],
  ['/Setings', '/settings'],
])('%s was meant to be %s', (asked, expected) => {
  expect(nearestPath(asked, known)).toBe(expected);
});

it('does not guess where nothing is alike', () => {
  expect(nearestPath('/wp-admin.php', known)).toBeUndefined();
});
