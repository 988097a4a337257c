import i18next from 'i18next';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { paths } from '../paths.ts';
import { LoadingScreen } from '../ui/LoadingPage.tsx';
import { RouteError } from './RouteError.tsx';
import { Shell } from './Shell.tsx';

/** A screen and its texts, loaded together when the user goes there. */
const screen = (load: () => Promise<{ Component: ComponentType }>, ...namespaces: string[]) => ({
  lazy: async () => {
    const [{ Component }] = await Promise.all([load(), i18next.loadNamespaces(namespaces)]);
    return { Component };
  },
  ErrorBoundary: RouteError,
});

const notFound = screen(() => import('../screens/not-found/NotFound.tsx'));

/** What residents may open as well; every other screen is for the staff. */
const forEverybody = { handle: { everybody: true } } as const;

/** Every screen of the console, by the specification's routes (§2). */
const screens: readonly RouteObject[] = [
  { path: '/', element: <Navigate to={paths.home} replace />, ...forEverybody },
  { path: paths.home, ...screen(() => import('../screens/home/Home.tsx'), 'home'), ...forEverybody },
  { path: paths.settings, ...screen(() => import('../screens/settings/Settings.tsx'), 'settings'), ...forEverybody },

  {
    lazy: () => import('../resource/UrlState.tsx'),
    children: [
      { path: paths.entrances.list, ...screen(() => import('../resources/entrances/EntranceList.tsx'), 'entrances') },
      {
        path: paths.entrances.create,
        ...screen(() => import('../resources/entrances/EntranceCreate.tsx'), 'entrances'),
      },
      {
        path: paths.entrances.view(':id'),
        ...screen(() => import('../resources/entrances/EntranceView.tsx'), 'entrances', 'apartments', 'towerBlocks'),
        children: [
          {
            path: paths.entrances.update(':id'),
            ...screen(() => import('../resources/entrances/EntranceUpdate.tsx'), 'entrances'),
          },
        ],
      },
      {
        path: paths.entrances.handover(':id'),
        ...screen(() => import('../screens/handover/Handover.tsx'), 'handover', 'entrances', 'cards'),
      },

      {
        path: paths.entrances.letters(':id'),
        ...screen(() => import('../screens/letters/Letters.tsx'), 'letters', 'entrances'),
      },

      {
        path: paths.accessGroups.list,
        ...screen(() => import('../resources/access-groups/AccessGroupList.tsx'), 'accessGroups'),
      },
      {
        path: paths.accessGroups.create,
        ...screen(() => import('../resources/access-groups/AccessGroupCreate.tsx'), 'accessGroups'),
      },
      {
        path: paths.accessGroups.view(':id'),
        ...screen(
          () => import('../resources/access-groups/AccessGroupView.tsx'),
          'accessGroups',
          'entrances',
          'containerGroups',
        ),
        children: [
          {
            path: paths.accessGroups.update(':id'),
            ...screen(() => import('../resources/access-groups/AccessGroupUpdate.tsx'), 'accessGroups'),
          },
        ],
      },

      {
        path: paths.containerGroups.list,
        ...screen(() => import('../resources/container-groups/ContainerGroupList.tsx'), 'containerGroups'),
      },
      {
        path: paths.containerGroups.create,
        ...screen(() => import('../resources/container-groups/ContainerGroupCreate.tsx'), 'containerGroups'),
      },
      {
        path: paths.containerGroups.view(':id'),
        ...screen(
          () => import('../resources/container-groups/ContainerGroupView.tsx'),
          'containerGroups',
          'containers',
          'accessGroups',
        ),
        children: [
          {
            path: paths.containerGroups.update(':id'),
            ...screen(() => import('../resources/container-groups/ContainerGroupUpdate.tsx'), 'containerGroups'),
          },
        ],
      },

      // Screens that are not there yet; as ids they would name nothing.
      ...[paths.containers.status, paths.containers.statusUpdate].map((path) => ({ path, ...notFound })),
      {
        path: paths.containers.list,
        ...screen(() => import('../resources/containers/ContainerList.tsx'), 'containers'),
      },
      {
        path: paths.containers.create,
        ...screen(() => import('../resources/containers/ContainerCreate.tsx'), 'containers'),
      },
      {
        path: paths.containers.view(':id'),
        ...screen(() => import('../resources/containers/ContainerView.tsx'), 'containers', 'containerGroups', 'cards'),
        children: [
          {
            path: paths.containers.update(':id'),
            ...screen(() => import('../resources/containers/ContainerUpdate.tsx'), 'containers'),
          },
        ],
      },

      {
        path: paths.towerBlocks.list,
        ...screen(() => import('../resources/tower-blocks/TowerBlockList.tsx'), 'towerBlocks'),
      },
      {
        path: paths.towerBlocks.view(':id'),
        ...screen(() => import('../resources/tower-blocks/TowerBlockView.tsx'), 'towerBlocks', 'entrances'),
      },

      { path: paths.managers.list, ...screen(() => import('../resources/managers/ManagerList.tsx'), 'managers') },
      { path: paths.managers.create, ...screen(() => import('../resources/managers/ManagerCreate.tsx'), 'managers') },
      {
        path: paths.managers.addMember(':id'),
        ...screen(() => import('../resources/managers/ManagerMemberAdd.tsx'), 'managers', 'members'),
      },
      {
        path: paths.managers.view(':id'),
        ...screen(() => import('../resources/managers/ManagerView.tsx'), 'managers', 'entrances', 'members'),
        children: [
          {
            path: paths.managers.update(':id'),
            ...screen(() => import('../resources/managers/ManagerUpdate.tsx'), 'managers'),
          },
        ],
      },

      { path: paths.orgs.list, ...screen(() => import('../resources/orgs/OrgList.tsx'), 'orgs') },
      { path: paths.orgs.create, ...screen(() => import('../resources/orgs/OrgCreate.tsx'), 'orgs') },
      {
        path: paths.orgs.addMember(':id'),
        ...screen(() => import('../resources/orgs/OrgMemberAdd.tsx'), 'orgs', 'members'),
      },
      {
        path: paths.orgs.view(':id'),
        ...screen(() => import('../resources/orgs/OrgView.tsx'), 'orgs', 'managers', 'members'),
        children: [
          { path: paths.orgs.update(':id'), ...screen(() => import('../resources/orgs/OrgUpdate.tsx'), 'orgs') },
        ],
      },

      { path: paths.import, ...screen(() => import('../screens/import/Import.tsx'), 'import') },

      { path: paths.reports.list, ...screen(() => import('../screens/reports/ReportList.tsx'), 'reports') },
      {
        path: paths.reports.view(':reportName'),
        ...screen(() => import('../screens/reports/ReportView.tsx'), 'reports'),
      },

      {
        path: paths.apartments.create,
        ...screen(() => import('../resources/apartments/ApartmentCreate.tsx'), 'apartments', 'entrances'),
      },
      {
        path: paths.apartments.view(':id'),
        ...screen(
          () => import('../resources/apartments/ApartmentView.tsx'),
          'apartments',
          'entrances',
          'towerBlocks',
          'cards',
        ),
        children: [
          {
            path: paths.apartments.update(':id'),
            ...screen(() => import('../resources/apartments/ApartmentUpdate.tsx'), 'apartments'),
          },
        ],
      },

      { path: paths.cards.list, ...screen(() => import('../resources/cards/CardList.tsx'), 'cards') },
      { path: paths.cards.create, ...screen(() => import('../resources/cards/CardCreate.tsx'), 'cards') },
      { path: paths.cards.view(':id'), ...screen(() => import('../resources/cards/CardView.tsx'), 'cards') },
    ],
  },

  { path: '*', ...notFound, ...forEverybody },
];

/** Test screens, outside the console's layout (specification §2). */
const playground: RouteObject = {
  lazy: async () => {
    const [{ Component, loader }] = await Promise.all([
      import('../screens/playground/Playground.tsx'),
      i18next.loadNamespaces(['playground']),
    ]);
    return { Component, loader };
  },
  ErrorBoundary: RouteError,
  HydrateFallback: LoadingScreen,
  children: [
    {
      path: paths.playground.cardInputs,
      ...screen(() => import('../screens/playground/CardInputs.tsx'), 'playground', 'cards'),
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
