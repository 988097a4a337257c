import type { Icon } from '@tabler/icons-react';
import {
  IconAccessGroup,
  IconCard,
  IconContainer,
  IconContainerGroup,
  IconEntrance,
  IconManager,
  IconOrg,
  IconTowerBlock,
} from '../ui/icons.ts';
import { forms, list, listAndForms, type RecordScreens } from './record-routes.tsx';

/** What a kind has in the console. */
export interface KindScreens extends RecordScreens {
  /** In the menu; absent for a kind without a list. */
  readonly icon?: Icon;
  /** The letter that goes to its list, after `G`; of a kind that is in the menu. */
  readonly key?: string;
}

/**
 * The screens of each kind of record, by the API's name of it, in the order of the menu (specification §2). Its addresses and
 * the permission of each screen follow from the name.
 */
export const recordScreens: Readonly<Record<string, KindScreens>> = {
  accessGroup: {
    icon: IconAccessGroup,
    key: 'A',
    ...listAndForms(
      async () => (await import('../resources/access-groups/access-group.resource.tsx')).accessGroups,
      () => import('../resources/access-groups/AccessGroupForms.tsx'),
    ),
    view: () => import('../resources/access-groups/AccessGroupView.tsx'),
    texts: ['entrances', 'containerGroups'],
  },
  containerGroup: {
    icon: IconContainerGroup,
    key: 'P',
    ...listAndForms(
      async () => (await import('../resources/container-groups/container-group.resource.tsx')).containerGroups,
      () => import('../resources/container-groups/ContainerGroupForms.tsx'),
    ),
    view: () => import('../resources/container-groups/ContainerGroupView.tsx'),
    texts: ['containers', 'accessGroups'],
  },
  container: {
    icon: IconContainer,
    key: 'C',
    ...forms(() => import('../resources/containers/ContainerForms.tsx')),
    list: () => import('../resources/containers/ContainerList.tsx'),
    view: () => import('../resources/containers/ContainerView.tsx'),
    texts: ['access', 'containerGroups', 'cards', 'statusUpdates'],
  },
  /** Come by import only. */
  towerBlock: {
    icon: IconTowerBlock,
    key: 'B',
    list: list(async () => (await import('../resources/tower-blocks/tower-block.resource.tsx')).towerBlocks),
    view: () => import('../resources/tower-blocks/TowerBlockView.tsx'),
    texts: ['entrances'],
  },
  entrance: {
    icon: IconEntrance,
    key: 'S',
    ...listAndForms(
      async () => (await import('../resources/entrances/entrance.resource.tsx')).entrances,
      () => import('../resources/entrances/EntranceForms.tsx'),
    ),
    view: () => import('../resources/entrances/EntranceView.tsx'),
    texts: ['apartments', 'towerBlocks'],
  },
  apartment: {
    create: () => import('../resources/apartments/ApartmentCreate.tsx'),
    view: () => import('../resources/apartments/ApartmentView.tsx'),
    update: () => import('../resources/apartments/ApartmentUpdate.tsx'),
    updatePermission: 'apartment:updateOccupier',
    texts: ['entrances', 'towerBlocks', 'cards'],
  },
  manager: {
    icon: IconManager,
    key: 'M',
    ...listAndForms(
      async () => (await import('../resources/managers/manager.resource.tsx')).managers,
      () => import('../resources/managers/ManagerForms.tsx'),
    ),
    view: () => import('../resources/managers/ManagerView.tsx'),
    texts: ['entrances', 'members'],
  },
  card: {
    icon: IconCard,
    key: 'K',
    list: list(async () => (await import('../resources/cards/card.resource.tsx')).cards),
    create: () => import('../resources/cards/CardCreate.tsx'),
    view: () => import('../resources/cards/CardView.tsx'),
  },
  org: {
    icon: IconOrg,
    key: 'O',
    ...listAndForms(
      async () => (await import('../resources/orgs/org.resource.tsx')).orgs,
      () => import('../resources/orgs/OrgForms.tsx'),
    ),
    view: () => import('../resources/orgs/OrgView.tsx'),
    texts: ['managers', 'members'],
  },
};
