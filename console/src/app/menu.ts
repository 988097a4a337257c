import type { Icon } from '@tabler/icons-react';
import type { Permission } from '@noa/domain/permissions.ts';
import { paths } from '../paths.ts';
import type { Viewer } from '../session/viewer.ts';
import {
  IconAccessGroup,
  IconCard,
  IconContainer,
  IconContainerGroup,
  IconDashboard,
  IconEntrance,
  IconImport,
  IconManager,
  IconOrg,
  IconReports,
  IconTowerBlock,
} from '../ui/icons.ts';

interface MenuEntry {
  /** Locale key suffix under `menu.`. */
  readonly name: string;
  readonly to: string;
  readonly icon: Icon;
  /** Without it the entry is for everybody. */
  readonly permission?: Permission;
}

/** The menu in the specification's order (§2); an entry is added with its screen. */
const menu: readonly MenuEntry[] = [
  { name: 'dashboard', to: paths.home, icon: IconDashboard },
  {
    name: 'accessGroups',
    to: paths.accessGroups.list,
    icon: IconAccessGroup,
    permission: 'accessGroup:read',
  },
  {
    name: 'containerGroups',
    to: paths.containerGroups.list,
    icon: IconContainerGroup,
    permission: 'containerGroup:read',
  },
  { name: 'containers', to: paths.containers.list, icon: IconContainer, permission: 'container:read' },
  { name: 'towerBlocks', to: paths.towerBlocks.list, icon: IconTowerBlock, permission: 'towerBlock:read' },
  { name: 'entrances', to: paths.entrances.list, icon: IconEntrance, permission: 'entrance:read' },
  { name: 'managers', to: paths.managers.list, icon: IconManager, permission: 'manager:read' },
  { name: 'cards', to: paths.cards.list, icon: IconCard, permission: 'card:read' },
  { name: 'reports', to: paths.reports.list, icon: IconReports, permission: 'report:read' },
  { name: 'import', to: paths.import, icon: IconImport, permission: 'import:run' },
  { name: 'orgs', to: paths.orgs.list, icon: IconOrg, permission: 'org:read' },
];

/** The icon of a menu entry; undefined for what is not in the menu. */
export const menuIcon = (name: string): Icon | undefined => menu.find((entry) => entry.name === name)?.icon;

/** What `viewer` may open. */
export const menuFor = (viewer: Viewer): readonly MenuEntry[] =>
  menu.filter(({ permission }) => !permission || (viewer.isStaff && viewer.may(permission)));
