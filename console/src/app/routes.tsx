import type { Permission } from '@noa/domain/permissions.ts';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { paths } from '../paths.ts';
import { LoadingScreen } from '../ui/LoadingPage.tsx';
import type { ScreenHandle } from '../ui/screen-title.ts';
import { RouteError } from './RouteError.tsx';
import { Shell } from './Shell.tsx';
import { loadTexts } from './texts.ts';

/**
 * A screen and its texts, loaded together when the user goes there.
 *
 * @param title - its name in the specification.
 * @param permission - who may not do this is told so instead; null: nobody is.
 */
const screen = (
  title: string,
  permission: Permission | null,
  load: () => Promise<{ Component: ComponentType }>,
  ...namespaces: string[]
) => ({
  lazy: async () => {
    const [{ Component }] = await Promise.all([load(), loadTexts(namespaces)]);
    return { Component };
  },
  handle: { title, permission } satisfies ScreenHandle,
  ErrorBoundary: RouteError,
});

const notFound = screen('not_found', null, () => import('../screens/not-found/NotFound.tsx'));

/** Lets residents in as well; every other screen is for the staff. */
const forEverybody = (route: RouteObject): RouteObject => ({
  ...route,
  handle: { ...(route.handle as ScreenHandle | undefined), everybody: true } satisfies ScreenHandle,
});

/** For screens whose address holds more than words: lists, numbers. */
const withQueryState = (route: RouteObject): RouteObject => ({
  lazy: () => import('../resource/UrlState.tsx'),
  children: [route],
});

/** Every screen of the console, by the specification's routes (§2). */
const screens: readonly RouteObject[] = [
  forEverybody({ path: '/', element: <Navigate to={paths.home} replace /> }),
  forEverybody({ path: paths.home, ...screen('home', null, () => import('../screens/home/Home.tsx'), 'home') }),
  forEverybody({
    path: paths.settings,
    ...screen('settings', null, () => import('../screens/settings/Settings.tsx'), 'settings'),
  }),

  {
    path: paths.entrances.list,
    ...screen('entrances', 'entrance:read', () => import('../resources/entrances/EntranceList.tsx'), 'entrances'),
  },
  {
    path: paths.entrances.create,
    ...screen(
      'entrances_create',
      'entrance:write',
      () => import('../resources/entrances/EntranceCreate.tsx'),
      'entrances',
    ),
  },
  {
    path: paths.entrances.view(':id'),
    ...screen(
      'entrances_view',
      'entrance:read',
      () => import('../resources/entrances/EntranceView.tsx'),
      'entrances',
      'apartments',
      'towerBlocks',
    ),
    children: [
      {
        path: paths.entrances.update(':id'),
        ...screen(
          'entrances_update',
          'entrance:write',
          () => import('../resources/entrances/EntranceUpdate.tsx'),
          'entrances',
        ),
      },
    ],
  },
  withQueryState({
    path: paths.entrances.handover(':id'),
    ...screen(
      'entrances_handover',
      'card:assign',
      () => import('../screens/handover/Handover.tsx'),
      'handover',
      'entrances',
      'cards',
    ),
  }),

  {
    path: paths.entrances.letters(':id'),
    ...screen(
      'entrances_letters',
      'apartment:issueClaimCode',
      () => import('../screens/letters/Letters.tsx'),
      'letters',
      'entrances',
    ),
  },

  {
    path: paths.accessGroups.list,
    ...screen(
      'accessGroups',
      'accessGroup:read',
      () => import('../resources/access-groups/AccessGroupList.tsx'),
      'accessGroups',
    ),
  },
  {
    path: paths.accessGroups.create,
    ...screen(
      'accessGroups_create',
      'accessGroup:write',
      () => import('../resources/access-groups/AccessGroupCreate.tsx'),
      'accessGroups',
    ),
  },
  {
    path: paths.accessGroups.view(':id'),
    ...screen(
      'accessGroups_view',
      'accessGroup:read',
      () => import('../resources/access-groups/AccessGroupView.tsx'),
      'accessGroups',
      'entrances',
      'containerGroups',
    ),
    children: [
      {
        path: paths.accessGroups.update(':id'),
        ...screen(
          'accessGroups_update',
          'accessGroup:write',
          () => import('../resources/access-groups/AccessGroupUpdate.tsx'),
          'accessGroups',
        ),
      },
    ],
  },

  {
    path: paths.containerGroups.list,
    ...screen(
      'containerGroups',
      'containerGroup:read',
      () => import('../resources/container-groups/ContainerGroupList.tsx'),
      'containerGroups',
    ),
  },
  {
    path: paths.containerGroups.create,
    ...screen(
      'containerGroups_create',
      'containerGroup:write',
      () => import('../resources/container-groups/ContainerGroupCreate.tsx'),
      'containerGroups',
    ),
  },
  {
    path: paths.containerGroups.view(':id'),
    ...screen(
      'containerGroups_view',
      'containerGroup:read',
      () => import('../resources/container-groups/ContainerGroupView.tsx'),
      'containerGroups',
      'containers',
      'accessGroups',
    ),
    children: [
      {
        path: paths.containerGroups.update(':id'),
        ...screen(
          'containerGroups_update',
          'containerGroup:write',
          () => import('../resources/container-groups/ContainerGroupUpdate.tsx'),
          'containerGroups',
        ),
      },
    ],
  },

  {
    path: paths.containers.status,
    ...screen(
      'containers_status',
      'statusUpdate:read',
      () => import('../screens/container-status/ContainerStatus.tsx'),
      'containerStatus',
      'containers',
    ),
  },
  {
    path: paths.containers.statusUpdate,
    ...screen(
      'containers_status_update',
      'statusUpdate:create',
      () => import('../screens/status-update/StatusUpdate.tsx'),
      'statusUpdates',
      'containers',
    ),
  },
  {
    path: paths.containers.list,
    ...screen('containers', 'container:read', () => import('../resources/containers/ContainerList.tsx'), 'containers'),
  },
  {
    path: paths.containers.create,
    ...screen(
      'containers_create',
      'container:write',
      () => import('../resources/containers/ContainerCreate.tsx'),
      'containers',
    ),
  },
  {
    path: paths.containers.view(':id'),
    ...screen(
      'containers_view',
      'container:read',
      () => import('../resources/containers/ContainerView.tsx'),
      'containers',
      'access',
      'containerGroups',
      'cards',
      'statusUpdates',
    ),
    children: [
      {
        path: paths.containers.update(':id'),
        ...screen(
          'containers_update',
          'container:write',
          () => import('../resources/containers/ContainerUpdate.tsx'),
          'containers',
        ),
      },
    ],
  },

  {
    path: paths.towerBlocks.list,
    ...screen(
      'towerBlocks',
      'towerBlock:read',
      () => import('../resources/tower-blocks/TowerBlockList.tsx'),
      'towerBlocks',
    ),
  },
  // Tower blocks come by import only (§2).
  { path: paths.towerBlocks.create, ...notFound },
  {
    path: paths.towerBlocks.view(':id'),
    ...screen(
      'towerBlocks_view',
      'towerBlock:read',
      () => import('../resources/tower-blocks/TowerBlockView.tsx'),
      'towerBlocks',
      'entrances',
    ),
  },

  {
    path: paths.managers.list,
    ...screen('managers', 'manager:read', () => import('../resources/managers/ManagerList.tsx'), 'managers'),
  },
  {
    path: paths.managers.create,
    ...screen('managers_create', 'manager:write', () => import('../resources/managers/ManagerCreate.tsx'), 'managers'),
  },
  {
    path: paths.managers.addMember(':id'),
    ...screen(
      'manager_member_add',
      'manager:write',
      () => import('../resources/managers/ManagerMemberAdd.tsx'),
      'managers',
      'members',
    ),
  },
  {
    path: paths.managers.view(':id'),
    ...screen(
      'managers_view',
      'manager:read',
      () => import('../resources/managers/ManagerView.tsx'),
      'managers',
      'entrances',
      'members',
    ),
    children: [
      {
        path: paths.managers.update(':id'),
        ...screen(
          'managers_update',
          'manager:write',
          () => import('../resources/managers/ManagerUpdate.tsx'),
          'managers',
        ),
      },
    ],
  },

  { path: paths.orgs.list, ...screen('orgs', 'org:read', () => import('../resources/orgs/OrgList.tsx'), 'orgs') },
  {
    path: paths.orgs.create,
    ...screen('orgs_create', 'org:write', () => import('../resources/orgs/OrgCreate.tsx'), 'orgs'),
  },
  {
    path: paths.orgs.addMember(':id'),
    ...screen('orgs_member_add', 'org:write', () => import('../resources/orgs/OrgMemberAdd.tsx'), 'orgs', 'members'),
  },
  {
    path: paths.orgs.view(':id'),
    ...screen('orgs_view', 'org:read', () => import('../resources/orgs/OrgView.tsx'), 'orgs', 'managers', 'members'),
    children: [
      {
        path: paths.orgs.update(':id'),
        ...screen('orgs_update', 'org:write', () => import('../resources/orgs/OrgUpdate.tsx'), 'orgs'),
      },
    ],
  },

  {
    path: paths.accounts,
    ...screen('accounts', 'account:read', () => import('../screens/accounts/Accounts.tsx'), 'accounts'),
  },

  withQueryState({
    path: paths.import,
    ...screen('import', 'import:run', () => import('../screens/import/Import.tsx'), 'import'),
  }),

  {
    path: paths.reports.list,
    ...screen('reports', 'report:read', () => import('../screens/reports/ReportList.tsx'), 'reports'),
    children: [
      {
        path: paths.reports.updateSchedule(':id'),
        ...screen(
          'schedules_update',
          'reportSchedule:keep',
          () => import('../screens/reports/ScheduleUpdate.tsx'),
          'schedules',
        ),
      },
    ],
  },
  withQueryState({
    path: paths.reports.view(':reportName'),
    ...screen('reports_view', 'report:read', () => import('../screens/reports/ReportView.tsx'), 'reports'),
  }),

  {
    path: paths.apartments.create,
    ...screen(
      'apartments_create',
      'apartment:write',
      () => import('../resources/apartments/ApartmentCreate.tsx'),
      'apartments',
      'entrances',
    ),
  },
  {
    path: paths.apartments.view(':id'),
    ...screen(
      'apartments_view',
      'apartment:read',
      () => import('../resources/apartments/ApartmentView.tsx'),
      'apartments',
      'entrances',
      'towerBlocks',
      'cards',
    ),
    children: [
      {
        path: paths.apartments.update(':id'),
        ...screen(
          'apartments_update',
          'apartment:updateOccupier',
          () => import('../resources/apartments/ApartmentUpdate.tsx'),
          'apartments',
        ),
      },
    ],
  },

  { path: paths.cards.list, ...screen('cards', 'card:read', () => import('../resources/cards/CardList.tsx'), 'cards') },
  {
    path: paths.cards.create,
    ...screen('cards_create', 'card:write', () => import('../resources/cards/CardCreate.tsx'), 'cards'),
  },
  {
    path: paths.cards.view(':id'),
    ...screen('cards_view', 'card:read', () => import('../resources/cards/CardView.tsx'), 'cards'),
  },

  forEverybody({ path: '*', ...notFound }),
];

/** Test screens, outside the console's layout (specification §2). */
const playground: RouteObject = {
  lazy: async () => {
    const [{ Component, loader }] = await Promise.all([
      import('../screens/playground/Playground.tsx'),
      loadTexts(['playground']),
    ]);
    return { Component, loader };
  },
  ErrorBoundary: RouteError,
  HydrateFallback: LoadingScreen,
  children: [
    {
      path: paths.playground.cardEvent,
      ...screen(
        'playground_card_event',
        null,
        () => import('../screens/playground/CardEventCreate.tsx'),
        'playground',
        'cards',
      ),
    },
    {
      path: paths.playground.containerStatus,
      ...screen(
        'playground_container_status',
        null,
        () => import('../screens/playground/ContainerStatusCreate.tsx'),
        'playground',
        'statusUpdates',
      ),
    },
    {
      path: paths.playground.cardsToSync,
      ...screen('playground_cards_to_sync', null, () => import('../screens/playground/CardsToSync.tsx'), 'playground'),
    },
    {
      path: paths.playground.cardInputs,
      ...screen(
        'playground_card_inputs',
        null,
        () => import('../screens/playground/CardInputs.tsx'),
        'playground',
        'cards',
      ),
    },
  ],
};

export const routes: RouteObject[] = [
  playground,
  {
    element: <Shell />,
    ErrorBoundary: RouteError,
    HydrateFallback: LoadingScreen,
    children: [...screens],
  },
];
