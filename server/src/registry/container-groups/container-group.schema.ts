import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import { addRelatedList } from '../../graphql/record-fields.ts';
import { addCount, addFewRows } from '../../graphql/related-fields.ts';
import { AccessGroup } from '../access-groups/access-group.schema.ts';
import { Apartment } from '../apartments/apartment.schema.ts';
import { addRecord } from '../declared/add-record.ts';
import { filterInput } from '../declared/record-fields.ts';
import { recordType } from '../declared/record-type.ts';
import { addGisNode } from '../gis/gis-node.schema.ts';
import {
  containerGroupConditions,
  containerGroups,
  countContainersIn,
  countJoinedContainerGroups,
  listJoinedAccessGroups,
  type ContainerGroupFilter,
} from './container-group.queries.ts';
import { containerGroupService } from './container-group.service.ts';

export const ContainerGroup = recordType(containerGroups, containerGroup, {
  description: 'Containers standing together at an address.',
  fields: (t) => ({
    label: t.string({
      description: 'Number and name on one line.',
      resolve: ({ item_number, name }) => [item_number, name].filter(Boolean).join(' '),
    }),
  }),
});
addGisNode(ContainerGroup);
addCount(ContainerGroup, 'containerCount', 'containerGroup:read', countContainersIn);
addFewRows(ContainerGroup, 'accessGroups', {
  type: AccessGroup,
  permission: 'accessGroup:read',
  description: 'Whose residents may use it, by name; 200 at most.',
  usually: 10,
  read: listJoinedAccessGroups,
});

export const ContainerGroupFilterInput = filterInput<ContainerGroupFilter>(containerGroup, (t) => ({
  accessGroupId: t.id(),
  apartmentId: t.id({ description: 'The apartment whose cards they let in.' }),
}));

const { list, inputs } = addRecord(containerGroups, containerGroup, {
  type: ContainerGroup,
  filter: ContainerGroupFilterInput,
  conditions: containerGroupConditions,
  service: containerGroupService,
});
export const UpdateContainerGroupInput = inputs.update;

addCount(AccessGroup, 'containerGroupCount', 'containerGroup:read', countJoinedContainerGroups);
addRelatedList(AccessGroup, 'containerGroups', list, ({ id }) => ({ accessGroupId: id }), {
  description: 'What the residents of its entrances may use.',
});
addRelatedList(Apartment, 'containerGroups', list, ({ id }) => ({ apartmentId: id }), {
  description: 'What its cards open, or nobody needs a card for.',
});
