import { Navigate, type RouteObject } from 'react-router';
import { fetchCode } from '../loading/fetch-code.ts';
import { paths } from '../paths.ts';
import { LoadingScreen } from '../ui/page/LoadingPage.tsx';
import type { ScreenHandle } from '../ui/page/screen-title.ts';
import { openPaths } from './open-paths.ts';
import { recordRoutes } from './record-routes.tsx';
import { recordScreens } from './record-screens.tsx';
import { RouteError } from './RouteError.tsx';
import { screen } from './screen.ts';
import { Shell } from './shell/Shell.tsx';
import { homeTexts } from './start/home-texts.ts';
import { loadTexts } from './start/texts.ts';

const notFound = (path: string) =>
  screen(path, 'not_found', null, async () => {
    const { NotFound } = await import('../screens/not-found/NotFound.tsx');
    return { Component: () => <NotFound pathsFor={(viewer) => openPaths(screens, viewer)} /> };
  });

/** Lets residents in as well; every other screen is for the staff. */
const forEverybody = (route: RouteObject): RouteObject => ({
  ...route,
  handle: { ...(route.handle as ScreenHandle | undefined), everybody: true } satisfies ScreenHandle,
});

/** For screens whose address holds more than words: lists, numbers. */
const withQueryState = (route: RouteObject): RouteObject => ({
  lazy: () => fetchCode(() => import('../crud/list/UrlState.tsx')),
  children: [route],
});

/** What columns of an imported file are called is said where the records have their texts. */
const importedKinds = [
  'apartments',
  'towerBlocks',
  'entrances',
  'managers',
  'accessGroups',
  'containerGroups',
  'containers',
  'cards',
  'members',
];

/** Every screen of the console, by the specification's routes (§2). */
const screens: readonly RouteObject[] = [
  forEverybody({ path: '/', element: <Navigate to={paths.home} replace /> }),
  forEverybody(screen(paths.home, 'home', null, () => import('../screens/home/Home.tsx'), homeTexts)),
  forEverybody(
    screen(paths.settings, 'settings', null, () => import('../screens/settings/Settings.tsx'), ['settings']),
  ),
  screen(
    paths.privacyDocuments.register,
    'settings_register',
    'orgSettings:read',
    () => import('../screens/privacy/Register.tsx'),
    ['privacy', 'settings'],
  ),
  screen(
    paths.privacyDocuments.assessment,
    'settings_assessment',
    'orgSettings:read',
    () => import('../screens/privacy/Assessment.tsx'),
    ['privacy', 'settings'],
  ),
  ...[paths.help.index, paths.help.page(':page')].map((path) =>
    forEverybody(screen(path, 'help', null, () => import('../screens/help/Help.tsx'), ['help'])),
  ),

  ...Object.entries(recordScreens).flatMap(([kind, each]) => recordRoutes(kind, each)),

  withQueryState(
    screen(
      paths.entrances.handover(':id'),
      'entrances_handover',
      'card:assign',
      () => import('../screens/handover/Handover.tsx'),
      ['handover', 'entrances', 'cards'],
    ),
  ),
  screen(
    paths.entrances.letters(':id'),
    'entrances_letters',
    'apartment:issueClaimCode',
    () => import('../screens/letters/Letters.tsx'),
    ['letters', 'entrances'],
  ),

  screen(
    paths.cards.requests,
    'cards_requests',
    'cardRequest:read',
    () => import('../screens/card-requests/CardRequests.tsx'),
    ['cardRequests', 'cards'],
  ),
  screen(
    paths.containers.status,
    'containers_status',
    'statusUpdate:read',
    () => import('../screens/container-status/ContainerStatus.tsx'),
    ['containerStatus', 'containers'],
  ),
  screen(
    paths.containers.incidents,
    'containers_incidents',
    'incident:read',
    () => import('../screens/incidents/Incidents.tsx'),
    ['alerts', 'containerStatus', 'containers', 'statusUpdates'],
  ),
  screen(
    paths.containers.route,
    'containers_route',
    'statusUpdate:create',
    () => import('../screens/collection-route/CollectionRoute.tsx'),
    ['collectionRoute', 'containerStatus', 'containers'],
  ),
  screen(
    paths.containers.statusUpdate,
    'containers_status_update',
    'statusUpdate:create',
    () => import('../screens/status-update/StatusUpdate.tsx'),
    ['statusUpdates', 'containers'],
  ),
  // Tower blocks come by import only (§2).
  notFound(paths.towerBlocks.create),
  screen(
    paths.managers.addMember(':id'),
    'manager_member_add',
    'manager:write',
    () => import('../resources/managers/ManagerMemberAdd.tsx'),
    ['managers', 'members'],
  ),
  screen(
    paths.orgs.addMember(':id'),
    'orgs_member_add',
    'org:write',
    () => import('../resources/orgs/OrgMemberAdd.tsx'),
    ['orgs', 'members'],
  ),
  screen(paths.accounts, 'accounts', 'account:read', () => import('../screens/accounts/Accounts.tsx'), ['accounts']),

  withQueryState(
    screen(paths.import, 'import', 'import:run', () => import('../screens/import/Import.tsx'), [
      'import',
      ...importedKinds,
    ]),
  ),

  {
    ...screen(paths.reports.list, 'reports', 'report:read', () => import('../screens/reports/ReportList.tsx'), [
      'reports',
    ]),
    children: [
      screen(
        paths.reports.updateSchedule(':id'),
        'schedules_update',
        'reportSchedule:keep',
        () => import('../screens/reports/schedules/ScheduleUpdate.tsx'),
        ['schedules'],
      ),
    ],
  },
  withQueryState(
    screen(
      paths.reports.view(':reportName'),
      'reports_view',
      'report:read',
      () => import('../screens/reports/ReportView.tsx'),
      ['reports', 'answers'],
    ),
  ),

  forEverybody(notFound('*')),
];

/** Test screens, outside the console's layout (specification §2). */
const playground: RouteObject = {
  lazy: () =>
    fetchCode(async () => {
      const [{ Component, loader }] = await Promise.all([
        import('../screens/playground/Playground.tsx'),
        loadTexts(['playground']),
      ]);
      return { Component, loader, ErrorBoundary: RouteError };
    }),
  HydrateFallback: LoadingScreen,
  children: [
    screen(
      paths.playground.cardEvent,
      'playground_card_event',
      null,
      () => import('../screens/playground/CardEventCreate.tsx'),
      ['playground', 'cards'],
    ),
    screen(
      paths.playground.containerStatus,
      'playground_container_status',
      null,
      () => import('../screens/playground/ContainerStatusCreate.tsx'),
      ['playground', 'statusUpdates'],
    ),
    screen(
      paths.playground.cardsToSync,
      'playground_cards_to_sync',
      null,
      () => import('../screens/playground/CardsToSync.tsx'),
      ['playground'],
    ),
    screen(
      paths.playground.cardInputs,
      'playground_card_inputs',
      null,
      () => import('../screens/playground/CardInputs.tsx'),
      ['playground', 'cards'],
    ),
  ],
};

/** Screens that have not come are said to have failed here; those that have say it in their own place. */
const withErrorBoundary = (...children: RouteObject[]): RouteObject => ({ ErrorBoundary: RouteError, children });

export const routes: RouteObject[] = [
  withErrorBoundary(playground),
  {
    element: <Shell />,
    ErrorBoundary: RouteError,
    HydrateFallback: LoadingScreen,
    children: [withErrorBoundary(...screens)],
  },
];
