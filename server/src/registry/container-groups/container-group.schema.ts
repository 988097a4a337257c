import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { addRelatedList } from '../../graphql/record-fields.ts';
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
    accessGroups: t.field({
      type: [AccessGroup],
      extensions: costs({ rows: 10 }),
      nullable: true,
      description: 'Whose residents may use it, by name; 200 at most.',
      authScopes: { may: 'accessGroup:read' },
      resolve: async ({ id }, _args, context) =>
        context.spend(
          await context.loadBy('access groups of container group', id, (ids) =>
            context.read('accessGroup:read', (tx, scope) => listJoinedAccessGroups(tx, scope, ids)),
          ),
        ),
    }),
    containerCount: t.int({
      resolve: async ({ id }, _args, context) =>
        (await context.loadBy('containers in group', id, (ids) =>
          context.read('containerGroup:read', (tx, scope) => countContainersIn(tx, scope, ids)),
        )) ?? 0,
    }),
  }),
});
addGisNode(ContainerGroup);

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

builder.objectField(AccessGroup, 'containerGroupCount', (t) =>
  t.int({
    authScopes: { may: 'containerGroup:read' },
    resolve: async ({ id }, _args, context) =>
      (await context.loadBy('container groups of access group', id, (ids) =>
        context.read('containerGroup:read', (tx, scope) => countJoinedContainerGroups(tx, scope, ids)),
      )) ?? 0,
  }),
);

addRelatedList(AccessGroup, 'containerGroups', list, ({ id }) => ({ accessGroupId: id }), {
  description: 'What the residents of its entrances may use.',
});
addRelatedList(Apartment, 'containerGroups', list, ({ id }) => ({ apartmentId: id }), {
  description: 'What its cards open, or nobody needs a card for.',
});
