import { expect, it } from 'vitest';
import { paths } from '../paths.ts';
import { addressWords, nearestPath, piecesOf } from '../screens/not-found/nearest-path.ts';
import { fold } from '../ui/values/format.ts';
import { openPaths } from './open-paths.ts';
import { routes as all } from './routes.tsx';

// As in routes.test.ts.
const routes = all.filter(({ element }) => element !== undefined);

const locales = import.meta.glob<string>('../../public/locales/*/*.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});
function titleOf(locale: string, space: string): string {
  const texts = JSON.parse(locales[`../../public/locales/${locale}/${space}.json`] ?? '{}') as { title?: string };
  return texts.title ?? '';
}

const everybody = { isStaff: true, may: () => true };
const known = openPaths(routes, everybody);
const nearest = (asked: string) => nearestPath(asked, known);

it('is known of every screen that needs no id, and has a word for each piece of its address', () => {
  expect(known.length).toBeGreaterThan(25);
  expect(known.flatMap(piecesOf).filter((piece) => !(piece in addressWords))).toEqual([]);
});

it.each(known)('leads to %s also with a letter too few, or with more behind it', (path) => {
  expect(nearest(path.slice(0, -1))).toBe(path);
  expect(nearest(`${path}/vechi`)).toBe(path);
  expect(nearest(path.toUpperCase())).toBe(path);
});

it.each(['ro', 'en'])('knows what screens are called, in %s', (locale) => {
  const asked = {
    home: '/home',
    settings: '/settings',
    accounts: '/accounts',
    accessGroups: '/access-groups',
    containerGroups: '/container-groups',
    containers: '/containers',
    containerStatus: '/containers/status',
    alerts: '/containers/incidents',
    collectionRoute: '/containers/route',
    statusUpdates: '/containers/status_update',
    towerBlocks: '/tower-blocks',
    entrances: '/entrances',
    managers: '/managers',
    cards: '/card',
    cardRequests: '/card/requests',
    reports: '/reports',
    import: '/import',
    orgs: '/orgs',
  };
  const addressOf = (space: string) => `/${fold(titleOf(locale, space)).replaceAll(/[^a-z]+/g, '-')}`;

  expect(Object.keys(asked).map((space) => [space, nearest(addressOf(space))])).toEqual(Object.entries(asked));
  // Beside these, what makes a record, what is printed of settings, and the guides.
  const printed: readonly string[] = Object.values(paths.privacyDocuments);
  const others = known.filter((path) => !Object.values(asked).includes(path));
  expect(others.filter((path) => path !== '/help' && !path.endsWith('/create') && !printed.includes(path))).toEqual([]);
});

it.each([
  ['/carduri/vechi', '/card'],
  ['/containere', '/containers'],
  ['/sc%C4%83ri/3', '/entrances'],
  ['/containere/stare', '/containers/status'],
  ['/grupuri_de_acces/adauga', '/access-groups/create'],
  ['/apartamente/7', '/entrances'],
  ['/apartamente/nou', '/apartments/create'],
  ['/cereri', '/card/requests'],
  ['/setari/registru', '/settings/register'],
  ['/entrance/1', '/entrances'],
  ['/towerblocks', '/tower-blocks'],
  ['/entrances/1/2/3', '/entrances'],
  ['/Setings', '/settings'],
  ['/wp-admin.php', undefined],
  // There is more than one screen on which something is added.
  ['/no/such/page', undefined],
  ['/nou', undefined],
  ['/%', undefined],
  ['/tower-blocks/create', '/tower-blocks'],
])('%s was meant to be %s', (asked, expected) => {
  expect(nearest(asked)).toBe(expected);
});

it('offers nobody what is not for them', () => {
  const resident = { isStaff: false, may: () => false };
  expect(openPaths(routes, resident).toSorted()).toEqual(['/help', '/home', '/settings']);
  expect(openPaths(routes, { isStaff: true, may: (it) => it === 'card:read' })).toContain('/card');
  expect(openPaths(routes, { isStaff: true, may: (it) => it === 'card:read' })).not.toContain('/containers');
});
