import { accessGroup, updateAccessGroupInput } from '@noa/domain/kinds/access-group.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { addRecordQueries } from '../../graphql/record-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import {
  addRecordMutations,
  createInputType,
  filterInput,
  ownedBy,
  shownFields,
  updateInputType,
} from '../declared/record-fields.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { accessGroupConditions, accessGroups, type AccessGroupFilter } from './access-group.queries.ts';
import { accessGroupService, joinContainerGroup, leaveContainerGroup } from './access-group.service.ts';

export const AccessGroup = builder.objectRef<Row<'access_group'>>('AccessGroup').implement({
  description: 'Joins entrances to the container groups their residents may use.',
  interfaces: [Versioned],
  fields: (t) => ({
    ...shownFields(t, accessGroup, accessGroups),
    ...ownedBy(t, 'accessGroup:write'),
    label: t.string({ description: 'What people call it.', resolve: ({ name }) => name }),
  }),
});
addOrg(AccessGroup);

export const AccessGroupFilterInput = filterInput<AccessGroupFilter>(accessGroup, (t) => ({
  containerGroupId: t.id({ description: 'Those joined to this container group.' }),
}));

addRecordQueries({
  kind: accessGroups,
  type: AccessGroup,
  permission: 'accessGroup:read',
  filter: AccessGroupFilterInput,
  conditions: accessGroupConditions,
});

const inputs = {
  create: createInputType(accessGroup, (t) => ({ containerGroupIds: t.idList() })),
  update: updateInputType(accessGroup, (t) => ({
    containerGroupIds: t.idList({ description: 'The whole new set; absent leaves it as it is.' }),
  })),
};
export const UpdateAccessGroupInput = inputs.update;

addRecordMutations({
  kind: accessGroups,
  declared: accessGroup,
  type: AccessGroup,
  permission: 'accessGroup:write',
  service: accessGroupService,
  inputs,
  restore: {
    input: updateAccessGroupInput,
    update: (context, version, { containerGroupIds, ...input }) =>
      accessGroupService.update(context, version, { ...input, containerGroupIds: containerGroupIds ?? [] }),
  },
});

const joinArgs = builder.args((t) => ({
  accessGroupId: t.id({ required: true }),
  containerGroupId: t.id({ required: true }),
}));

builder.mutationFields((t) => ({
  joinContainerGroup: t.field({
    type: AccessGroup,
    description: 'Lets the residents behind the access group’s entrances use a container group of the same org.',
    authScopes: { may: 'accessGroup:write' },
    args: joinArgs,
    resolve: (_root, args, context) => joinContainerGroup(context, args),
  }),
  leaveContainerGroup: t.field({
    type: AccessGroup,
    authScopes: { may: 'accessGroup:write' },
    args: joinArgs,
    resolve: (_root, args, context) => leaveContainerGroup(context, args),
  }),
}));
