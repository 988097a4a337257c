import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import { updateAccessGroupInput } from '@noa/domain/kinds/access-group-input.ts';
import { builder } from '../../graphql/builder.ts';
import { addRecord } from '../declared/add-record.ts';
import { createInputType, filterInput, updateInputType } from '../declared/record-fields.ts';
import { recordType } from '../declared/record-type.ts';
import { accessGroupConditions, accessGroups, type AccessGroupFilter } from './access-group.queries.ts';
import { accessGroupService, joinContainerGroup, leaveContainerGroup } from './access-group.service.ts';

export const AccessGroup = recordType(accessGroups, accessGroup, {
  description: 'Joins entrances to the container groups their residents may use.',
  fields: (t) => ({
    label: t.exposeString('name', { description: 'What people call it.' }),
  }),
});

export const AccessGroupFilterInput = filterInput<AccessGroupFilter>(accessGroup, (t) => ({
  containerGroupId: t.id({ description: 'Those joined to this container group.' }),
}));

const inputs = {
  create: createInputType(accessGroup, (t) => ({ containerGroupIds: t.idList() })),
  update: updateInputType(accessGroup, (t) => ({
    containerGroupIds: t.idList({ description: 'The whole new set; absent leaves it as it is.' }),
  })),
};
export const UpdateAccessGroupInput = inputs.update;

addRecord(accessGroups, accessGroup, {
  type: AccessGroup,
  filter: AccessGroupFilterInput,
  conditions: accessGroupConditions,
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
