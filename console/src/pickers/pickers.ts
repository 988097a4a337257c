import type { TFunction } from 'i18next';
import type { ContainerChoicesQuery } from '../api/generated/graphql.ts';
import { definePicker } from '../resource/picker.ts';
import {
  AccessGroupChoicesDocument,
  ApartmentChoicesDocument,
  CardChoicesDocument,
  ContainerChoicesDocument,
  ContainerGroupChoicesDocument,
  EntranceChoicesDocument,
  GisNodeChoicesDocument,
  ManagerChoicesDocument,
  OrgChoicesDocument,
  TowerBlockChoicesDocument,
} from './pickers.graphql.ts';

export const accessGroupPicker = definePicker({
  query: AccessGroupChoicesDocument,
  options: (data) => data.accessGroups.nodes,
  picked: (data) => data.accessGroup,
});

export const apartmentPicker = definePicker({
  query: ApartmentChoicesDocument,
  options: (data) => data.apartments.nodes,
  picked: (data) => data.apartment,
});

export const cardPicker = definePicker({
  query: CardChoicesDocument,
  options: (data) => data.cards.nodes,
  picked: (data) => data.card,
});

type ContainerChoice = ContainerChoicesQuery['containers']['nodes'][number];

/** `LM-0007`, and in small letters what stands there: `hârtie și carton · P-002 · Str. Gării 3`. */
function containerOption(container: ContainerChoice, t: TFunction) {
  const { id, label, wasteStream, containerGroup, addrStreet, addrNr } = container;
  const address = [addrStreet, addrNr].filter(Boolean).join(' ');
  const parts = [t(`values.wasteStream.${wasteStream}`), containerGroup?.label, address];
  return { id, label, detail: parts.filter(Boolean).join(' · ') };
}

export const containerPicker = definePicker({
  query: ContainerChoicesDocument,
  options: (data, t) => data.containers.nodes.map((each) => containerOption(each, t)),
  picked: (data, t) => data.container && containerOption(data.container, t),
});

export const containerGroupPicker = definePicker({
  query: ContainerGroupChoicesDocument,
  options: (data) => data.containerGroups.nodes,
  picked: (data) => data.containerGroup,
});

export const entrancePicker = definePicker({
  query: EntranceChoicesDocument,
  options: (data) => data.entrances.nodes,
  picked: (data) => data.entrance,
});

/** Where something lies, found as addresses are written: "pascani iasi". */
export const gisNodePicker = definePicker({
  query: GisNodeChoicesDocument,
  options: (data) => data.gisNodes.nodes,
  picked: (data) => data.gisNode,
});

export const managerPicker = definePicker({
  query: ManagerChoicesDocument,
  options: (data) => data.managers.nodes,
  picked: (data) => data.manager,
});

export const orgPicker = definePicker({
  query: OrgChoicesDocument,
  options: (data) => data.orgs.nodes,
  picked: (data) => data.org,
});

export const towerBlockPicker = definePicker({
  query: TowerBlockChoicesDocument,
  options: (data) => data.towerBlocks.nodes,
  picked: (data) => data.towerBlock,
});
