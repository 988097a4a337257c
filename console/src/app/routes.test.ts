import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { permissions, rolesWith } from '@noa/domain/permissions.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import { viewerFrom } from '../session/viewer.ts';
import { menuFor } from './menu.ts';
import { refusalOf } from './route-access.ts';
import { routes as all } from './routes.tsx';

// What stands beside the frame, the playground, asks the server whether it is a place to try things out.
const routes = all.filter(({ element }) => element !== undefined);

/** Roles as letters, in the order of the specification's table. */
const roles = {
  R: 'root',
  I: 'local_implementer',
  L: 'local_reporter',
  M: 'manager',
  C: 'container_admin',
  A: 'ara_user',
} as const satisfies Record<string, Role>;

/**
 * Every address of the specification (§2) and who is shown what is there (domain.md, "Who may do what"), written down without
 * a look at the table of permissions; the browser tries two roles of them (`e2e/roles/routes.spec.ts`).
 */
const expected: readonly (readonly [path: string, who: string, title: string])[] = [
  ['/home', 'RILMCA', 'home'],
  ['/settings', 'RILMCA', 'settings'],
  ['/settings/register', 'RI', 'settings_register'],
  ['/settings/assessment', 'RI', 'settings_assessment'],
  ['/help', 'RILMCA', 'help'],
  ['/help/locatar', 'RILMCA', 'help'],
  ['/access-groups', 'RILMC', 'accessGroups'],
  ['/access-groups/create', 'RI', 'accessGroups_create'],
  ['/access-groups/1', 'RILMC', 'accessGroups_view'],
  ['/access-groups/1/update', 'RI', 'accessGroups_update'],
  ['/container-groups', 'RILMC', 'containerGroups'],
  ['/container-groups/create', 'RIC', 'containerGroups_create'],
  ['/container-groups/1', 'RILMC', 'containerGroups_view'],
  ['/container-groups/1/update', 'RIC', 'containerGroups_update'],
  ['/containers', 'RILMC', 'containers'],
  ['/containers/create', 'RIC', 'containers_create'],
  ['/containers/1', 'RILMC', 'containers_view'],
  ['/containers/1/update', 'RIC', 'containers_update'],
  ['/containers/status', 'RILMC', 'containers_status'],
  ['/containers/incidents', 'RILMC', 'containers_incidents'],
  ['/containers/route', 'RIC', 'containers_route'],
  ['/containers/status_update', 'RIC', 'containers_status_update'],
  ['/tower-blocks', 'RILMC', 'towerBlocks'],
  ['/tower-blocks/1', 'RILMC', 'towerBlocks_view'],
  ['/tower-blocks/create', 'RILMC', 'not_found'],
  ['/tower-blocks/1/update', 'RILMCA', 'not_found'],
  ['/entrances', 'RILMC', 'entrances'],
  ['/entrances/create', 'RI', 'entrances_create'],
  ['/entrances/1', 'RILMC', 'entrances_view'],
  ['/entrances/1/update', 'RI', 'entrances_update'],
  ['/entrances/1/handover', 'RIM', 'entrances_handover'],
  ['/entrances/1/letters', 'RIM', 'entrances_letters'],
  ['/managers', 'RILM', 'managers'],
  ['/managers/create', 'RI', 'managers_create'],
  ['/managers/1', 'RILM', 'managers_view'],
  ['/managers/1/update', 'RI', 'managers_update'],
  ['/managers/1/member/add', 'RI', 'manager_member_add'],
  ['/card', 'RIM', 'cards'],
  ['/card/create', 'RI', 'cards_create'],
  ['/card/1', 'RIM', 'cards_view'],
  ['/card/1/update', 'RILMCA', 'not_found'],
  ['/card/requests', 'RIM', 'cards_requests'],
  ['/apartments', 'RILMCA', 'not_found'],
  ['/apartments/create', 'RI', 'apartments_create'],
  ['/apartments/1', 'RILMC', 'apartments_view'],
  ['/apartments/1/update', 'RIM', 'apartments_update'],
  ['/reports', 'RIL', 'reports'],
  ['/reports/schedules/1/update', 'RIL', 'schedules_update'],
  ['/reports/usage', 'RIL', 'reports_view'],
  ['/import', 'R', 'import'],
  ['/accounts', 'R', 'accounts'],
  ['/orgs', 'RILC', 'orgs'],
  ['/orgs/create', 'R', 'orgs_create'],
  ['/orgs/1', 'RILC', 'orgs_view'],
  ['/orgs/1/update', 'R', 'orgs_update'],
  ['/orgs/1/member/add', 'R', 'orgs_member_add'],
  ['/no-such-screen', 'RILMCA', 'not_found'],
];

/** The menu in the specification's order, and who sees which entry. */
const expectedMenu: readonly (readonly [name: string, who: string])[] = [
  ['dashboard', 'RILMCA'],
  ['incidents', 'RIC'],
  ['accessGroups', 'RILMC'],
  ['containerGroups', 'RILMC'],
  ['containers', 'RILMC'],
  ['towerBlocks', 'RILMC'],
  ['entrances', 'RILMC'],
  ['managers', 'RILM'],
  ['cards', 'RIM'],
  ['reports', 'RIL'],
  ['import', 'R'],
  ['orgs', 'RILC'],
];

/** As the API tells of a user of one role. */
const viewerOf = (role: Role) =>
  viewerFrom({
    id: '1',
    email: null,
    name: role,
    roles: [role],
    permissions: permissions.filter((permission) => rolesWith(permission).includes(role)),
    orgs: [],
    managers: [],
    disabledOrgs: [],
    timeZone: 'Europe/Bucharest',
  });

const matched = (path: string) => (matchRoutes(routes, path) ?? []).map(({ route }) => route.handle as unknown);
const titleOf = (handle: unknown) => (handle as { title?: string } | undefined)?.title;

describe.each(Object.entries(roles))('%s, %s', (letter, role) => {
  it('is shown the screens that the specification says, and told of the others that they are not for them', () => {
    const viewer = viewerOf(role);
    const shown = (path: string) => refusalOf(viewer, matched(path)) === null;

    const wrong = expected.filter(([path, who]) => shown(path) !== who.includes(letter));

    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it('has the menu of the role, in the specification’s order, and may open each entry', () => {
    const entries = menuFor(viewerOf(role));

    expect(entries.map(({ name }) => name)).toEqual(
      expectedMenu.filter(([, who]) => who.includes(letter)).map(([name]) => name),
    );
    expect(entries.filter(({ to }) => refusalOf(viewerOf(role), matched(to)) !== null)).toEqual([]);
  });
});

it('leads each address to the screen of its title', () => {
  expect(expected.map(([path]) => [path, titleOf(matched(path).at(-1))])).toEqual(
    expected.map(([path, , title]) => [path, title]),
  );
});

it('has no screen of which nobody has said who may see it', () => {
  const titles = (list: typeof routes): readonly string[] =>
    list.flatMap((route) => [titleOf(route.handle) ?? [], titles(route.children ?? [])].flat());

  expect([...new Set(titles(routes))].toSorted()).toEqual(
    [...new Set(expected.map(([, , title]) => title))].toSorted(),
  );
});
