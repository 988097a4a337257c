import type { AnyKind } from '../records/record.ts';
import { accessGroups } from './access-groups/access-group.queries.ts';
import { apartmentCards } from './apartment-cards/apartment-card.queries.ts';
import { apartmentOrgs } from './apartment-orgs/apartment-org.queries.ts';
import { apartments } from './apartments/apartment.queries.ts';
import { araCards } from './ara-cards/ara-card.queries.ts';
import { cardRequests } from './card-requests/card-request.queries.ts';
import { cards } from './cards/card.queries.ts';
import { claimCodes } from './claim-codes/claim-code.queries.ts';
import { containerGroups } from './container-groups/container-group.queries.ts';
import { containers } from './containers/container.queries.ts';
import { entrances } from './entrances/entrance.queries.ts';
import { gisNodes } from './gis/gis-node.queries.ts';
import { managers } from './managers/manager.queries.ts';
import { orgs } from './orgs/org.queries.ts';
import { orgSettings } from './settings/org-settings.queries.ts';
import { towerBlocks } from './tower-blocks/tower-block.queries.ts';

/** Every registry kind. Those that are searched stand first, in the order in which hits are shown. */
const all = [
  cards,
  towerBlocks,
  entrances,
  apartments,
  containers,
  containerGroups,
  managers,
  accessGroups,
  orgs,
  apartmentCards,
  apartmentOrgs,
  araCards,
  claimCodes,
  cardRequests,
  gisNodes,
  orgSettings,
] as const;

export const allKinds: readonly AnyKind[] = all;

/** Every registry kind by the name the API gives it. */
export const kindsByName: ReadonlyMap<string, AnyKind> = new Map(allKinds.map((kind) => [kind.name, kind]));

const plain = (name: string) => name.replaceAll(/[ _-]/g, '').toLowerCase();

const kindsByPlainName = new Map(allKinds.map((kind) => [plain(kind.name), kind]));

/** The kind that a caller names: as the API calls it (`containerGroup`), by its type (`ContainerGroup`), or as `container_group`. */
export const findKind = (named: string): AnyKind | undefined => kindsByPlainName.get(plain(named));

/** How a caller may name a kind. */
export const aboutKindNamed = 'As the API calls it: `containerGroup`; by its type, or as `container_group`, as well.';

/** The tables whose records people call by some name. */
export type LabelledTable = Extract<(typeof all)[number], { readonly called: object }>['table'];
