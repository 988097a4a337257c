import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { addRecordQueries, addRelatedList } from '../../graphql/record-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { AccessGroup } from '../access-groups/access-group.schema.ts';
import { Apartment } from '../apartments/apartment.schema.ts';
import {
  addRecordMutations,
  createInputType,
  filterInput,
  ownedBy,
  shownFields,
  updateInputType,
} from '../declared/record-fields.ts';
import { addGisNode } from '../gis/gis-node.schema.ts';
import { addOrg } from '../orgs/org.schema.ts';
import {
  containerGroupConditions,
  containerGroups,
  countContainersIn,
  countJoinedContainerGroups,
  listJoinedAccessGroups,
  type ContainerGroupFilter,
} from './container-group.queries.ts';
import { containerGroupService } from './container-group.service.ts';

export const ContainerGroup = builder.objectRef<Row<'container_group'>>('ContainerGroup').implement({
  description: 'Containers standing together at an address.',
  interfaces: [Versioned],
  fields: (t) => ({
    ...shownFields(t, containerGroup, containerGroups),
    ...ownedBy(t, 'containerGroup:write'),
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
addOrg(ContainerGroup);
addGisNode(ContainerGroup);

export const ContainerGroupFilterInput = filterInput<ContainerGroupFilter>(containerGroup, (t) => ({
  accessGroupId: t.id(),
  apartmentId: t.id({ description: 'The apartment whose cards they let in.' }),
}));

const containerGroupList = addRecordQueries({
  kind: containerGroups,
  type: ContainerGroup,
  permission: 'containerGroup:read',
  filter: ContainerGroupFilterInput,
  conditions: containerGroupConditions,
});

builder.objectField(AccessGroup, 'containerGroupCount', (t) =>
  t.int({
    authScopes: { may: 'containerGroup:read' },
    resolve: async ({ id }, _args, context) =>
      (await context.loadBy('container groups of access group', id, (ids) =>
        context.read('containerGroup:read', (tx, scope) => countJoinedContainerGroups(tx, scope, ids)),
      )) ?? 0,
  }),
);

addRelatedList(AccessGroup, 'containerGroups', containerGroupList, ({ id }) => ({ accessGroupId: id }), {
  description: 'What the residents of its entrances may use.',
});
addRelatedList(Apartment, 'containerGroups', containerGroupList, ({ id }) => ({ apartmentId: id }), {
  description: 'What its cards open, or nobody needs a card for.',
});

export const UpdateContainerGroupInput = updateInputType(containerGroup);

addRecordMutations({
  kind: containerGroups,
  declared: containerGroup,
  type: ContainerGroup,
  permission: 'containerGroup:write',
  service: containerGroupService,
  inputs: { create: createInputType(containerGroup), update: UpdateContainerGroupInput },
});
