import type { AnyKind } from '../database/record.ts';
import { accessGroups } from './access-groups/access-group.queries.ts';
import { apartmentCards } from './apartment-cards/apartment-card.queries.ts';
import { apartmentOrgs } from './apartment-orgs/apartment-org.queries.ts';
import { apartments } from './apartments/apartment.queries.ts';
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

const all: readonly AnyKind[] = [
  accessGroups,
  apartmentCards,
  apartmentOrgs,
  apartments,
  cards,
  claimCodes,
  containerGroups,
  containers,
  entrances,
  gisNodes,
  managers,
  orgs,
  orgSettings,
  towerBlocks,
];

/** Every registry kind by the name the API gives it. */
export const kindsByName: ReadonlyMap<string, AnyKind> = new Map(all.map((kind) => [kind.name, kind]));
