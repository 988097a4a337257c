import { expect, it } from 'vitest';
import { paths } from '../../paths.ts';
import { nameInAddress } from './name-in-address.ts';

it.each([
  ['/containers/LM-0021', 'LM-0021'],
  ['/containers/LM-0021/update', 'LM-0021'],
  ['/card/04:A2:B1:C3', '04:A2:B1:C3'],
  ['/entrances/Strada%20Trifan%202', 'Strada Trifan 2'],
  ['/LM-0021', 'LM-0021'],
  ['/no-such-screen/LM-0021', 'LM-0021'],
])('of %s somebody may have meant %s', (pathname, name) => {
  expect(nameInAddress(pathname)).toBe(name);
});

it.each([
  ['a screen that there is not', '/wp-admin.php'],
  ['our own words', '/containers/create'],
  ['an id', '/containers/0190c2a4-7d4e-7000-8000-1234567890ab/update'],
  ['one character', '/entrances/1'],
  ['what no browser wrote', '/entrances/%E0%A4%A'],
  ['nothing', '/'],
])('takes %s for no name', (_what, pathname) => {
  expect(nameInAddress(pathname)).toBe('');
});

it('takes no address of ours for a name', () => {
  const lists = Object.values(paths).flatMap((each) => (typeof each === 'object' && 'list' in each ? [each.list] : []));
  expect(lists.length).toBeGreaterThan(8);
  expect(lists.filter((list) => nameInAddress(`${list}/create`) !== '')).toEqual([]);
});
