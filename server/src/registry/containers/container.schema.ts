import { container } from '@noa/domain/kinds/container.ts';
import { PercentRange } from '../../graphql/ranges.ts';
import { addRelatedList } from '../../graphql/record-fields.ts';
import { readOfEach } from '../../graphql/related-fields.ts';
import { ContainerGroup } from '../container-groups/container-group.schema.ts';
import { addRecord } from '../declared/add-record.ts';
import { filterInput } from '../declared/record-fields.ts';
import { recordType } from '../declared/record-type.ts';
import { containerConditions, containers, findFills, type ContainerFilter } from './container.queries.ts';
import { containerService } from './container.service.ts';

const fillOf = readOfEach('Container.fill', 'container:read', findFills);

export const Container = recordType(containers, container, {
  description: 'One lockable container.',
  fields: (t) => ({
    label: t.exposeString('serial_number', { description: 'What people call it.' }),
    fillLevelPct: t.float({
      nullable: true,
      description: 'As last reported, 0 to 100, also when the past is read; null when it never was.',
      resolve: async ({ id }, _args, context) => (await fillOf(context, id))?.pct ?? null,
    }),
    fillLevelAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was that full.',
      resolve: async ({ id }, _args, context) => (await fillOf(context, id))?.at ?? null,
    }),
    fillWarningPct: t.int({
      nullable: true,
      description: 'So full or fuller deserves a warning, by the thresholds of its org.',
      resolve: async ({ id }, _args, context) => (await fillOf(context, id))?.warningPct ?? null,
    }),
    fillErrorPct: t.int({
      nullable: true,
      description: 'So full or fuller is an error, by the thresholds of its org.',
      resolve: async ({ id }, _args, context) => (await fillOf(context, id))?.errorPct ?? null,
    }),
  }),
});

export const ContainerFilterInput = filterInput<ContainerFilter>(container, (t) => ({
  fillLevelPct: t.field({ type: PercentRange, description: 'Containers that never reported are in no range.' }),
  nearlyFull: t.boolean({ description: 'Its fill deserves a warning or more, by the thresholds of its org.' }),
  full: t.boolean({ description: 'Its fill is an error, by the thresholds of its org.' }),
  silent: t.boolean({ description: 'Its lock, once seen, is silent for longer than its org allows.' }),
  unsynced: t.boolean({ description: 'Its lock does not hold the newest version of its list of cards.' }),
}));

const { list, inputs } = addRecord(containers, container, {
  type: Container,
  filter: ContainerFilterInput,
  conditions: containerConditions,
  service: containerService,
});
export const UpdateContainerInput = inputs.update;

addRelatedList(ContainerGroup, 'containers', list, ({ id }) => ({ containerGroupId: id }));
