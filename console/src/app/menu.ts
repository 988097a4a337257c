import type { Icon } from '@tabler/icons-react';
import type { Permission } from '@noa/domain/permissions.ts';
import { paths } from '../paths.ts';
import type { Viewer } from '../session/viewer.ts';
import { namesOf } from '../crud/declared/kind-names.ts';
import { IconDashboard, IconImport, IconIncident, IconReports } from '../ui/icons.ts';
import { recordScreens } from './record-screens.tsx';

interface MenuEntry {
  /** Locale key suffix under `menu.`. */
  readonly name: string;
  readonly to: string;
  readonly icon: Icon;
  /** After `G` this letter goes there, in every language. */
  readonly key: string;
  /** Without it the entry is for everybody. */
  readonly permission?: Permission;
  /** Says beside it how many there are that ask for somebody. */
  readonly counted?: true;
}

/** The lists of the kinds that have an icon, in the order in which their screens stand. */
const lists = Object.entries(recordScreens).flatMap(([kind, { icon, key }]): MenuEntry[] => {
  const { list: name, paths: addresses, read: permission } = namesOf({ name: kind });
  return icon && key ? [{ name, to: addresses.list, icon, key, permission }] : [];
});

/** The menu in the specification's order (§2); an entry is added with its screen. */
const menu: readonly MenuEntry[] = [
  { name: 'dashboard', to: paths.home, icon: IconDashboard, key: 'H' },
  // For those who settle them; others come to them from the state of containers.
  {
    name: 'incidents',
    to: paths.containers.incidents,
    icon: IconIncident,
    key: 'N',
    permission: 'incident:settle',
    counted: true,
  },
  ...lists.filter(({ name }) => name !== 'orgs'),
  { name: 'reports', to: paths.reports.list, icon: IconReports, key: 'R', permission: 'report:read' },
  { name: 'import', to: paths.import, icon: IconImport, key: 'I', permission: 'import:run' },
  ...lists.filter(({ name }) => name === 'orgs'),
];

/** The icon of a menu entry; undefined for what is not in the menu. */
export const menuIcon = (name: string): Icon | undefined => menu.find((entry) => entry.name === name)?.icon;

/** Where `pathname` belongs in the menu: at the nearest above it, as incidents stand below containers and have an entry of their own. */
export const entryAt = (entries: readonly MenuEntry[], pathname: string): MenuEntry | undefined =>
  entries
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0];

/** What `viewer` may open. */
export const menuFor = (viewer: Viewer): readonly MenuEntry[] =>
  menu.filter(({ permission }) => !permission || (viewer.isStaff && viewer.may(permission)));
