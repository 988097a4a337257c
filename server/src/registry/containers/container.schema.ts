import { container } from '@noa/domain/kinds/container.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { PercentRange } from '../../graphql/ranges.ts';
import { addRecordQueries, addRelatedList } from '../../graphql/record-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { containerGroups } from '../container-groups/container-group.queries.ts';
import { ContainerGroup } from '../container-groups/container-group.schema.ts';
import {
  addRecordMutations,
  createInputType,
  filterInput,
  ownedBy,
  related,
  shownFields,
  updateInputType,
} from '../declared/record-fields.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { containerConditions, containers, findFillLevels, type ContainerFilter } from './container.queries.ts';
import { containerService } from './container.service.ts';

const fillLevelOf = (context: Context, id: string) =>
  context.loadBy('fill level', id, (ids) =>
    context.read('container:read', (tx, scope) => findFillLevels(tx, scope, ids)),
  );

export const Container = builder.objectRef<Row<'container'>>('Container').implement({
  description: 'One lockable container.',
  interfaces: [Versioned],
  fields: (t) => ({
    ...shownFields(t, container, containers),
    ...ownedBy(t, 'container:write'),
    label: t.string({ description: 'What people call it.', resolve: ({ serial_number }) => serial_number }),
    fillLevelPct: t.float({
      nullable: true,
      description: 'As last reported, 0 to 100, also when the past is read; null when it never was.',
      resolve: async ({ id }, _args, context) => (await fillLevelOf(context, id))?.pct ?? null,
    }),
    fillLevelAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was that full.',
      resolve: async ({ id }, _args, context) => (await fillLevelOf(context, id))?.at ?? null,
    }),
    containerGroup: related(t, ContainerGroup, containerGroups, 'containerGroup:read', 'container_group_id'),
  }),
});
addOrg(Container);

export const ContainerFilterInput = filterInput<ContainerFilter>(container, (t) => ({
  fillLevelPct: t.field({ type: PercentRange, description: 'Containers that never reported are in no range.' }),
  nearlyFull: t.boolean({ description: 'Its fill deserves a warning or more, by the thresholds of its org.' }),
  full: t.boolean({ description: 'Its fill is an error, by the thresholds of its org.' }),
  silent: t.boolean({ description: 'Its lock, once heard from, is silent for longer than its org allows.' }),
  unsynced: t.boolean({ description: 'Its lock does not hold the newest version of its list of cards.' }),
}));

const containerList = addRecordQueries({
  kind: containers,
  type: Container,
  permission: 'container:read',
  filter: ContainerFilterInput,
  conditions: containerConditions,
});

addRelatedList(ContainerGroup, 'containers', containerList, ({ id }) => ({ containerGroupId: id }));

export const UpdateContainerInput = updateInputType(container);

addRecordMutations({
  kind: containers,
  declared: container,
  type: Container,
  permission: 'container:write',
  service: containerService,
  inputs: { create: createInputType(container), update: UpdateContainerInput },
});
