import { updateContainerInput } from '@noa/domain/container.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../graphql/context.ts';
import { versionArgs } from '../../graphql/mutation.ts';
import { DateTimeRange, IntRange, PercentRange } from '../../graphql/ranges.ts';
import { addDelete, addRecordQueries, addRelatedList } from '../../graphql/record-fields.ts';
import { AccessModeEnum, WasteStreamEnum } from '../../graphql/scalars.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { containerGroups } from '../container-groups/container-group.queries.ts';
import { ContainerGroup } from '../container-groups/container-group.schema.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { isOwned } from '../reachable.ts';
import { addRestore } from '../restore.service.ts';
import { containerConditions, containers, findFillLevels } from './container.queries.ts';
import { createContainer, deleteContainer, updateContainer } from './container.service.ts';

const fillLevelOf = (context: Context, id: string) =>
  context.loadBy('fill level', id, (ids) =>
    context.read('container:read', (tx, scope) => findFillLevels(tx, scope, ids)),
  );

export const Container = builder.objectRef<Row<'container'>>('Container').implement({
  description: 'One lockable container.',
  interfaces: [Versioned],
  fields: (t) => ({
    serialNumber: t.exposeString('serial_number'),
    label: t.string({ description: 'What people call it.', resolve: ({ serial_number }) => serial_number }),
    wasteStream: t.expose('waste_stream', { type: WasteStreamEnum }),
    accessMode: t.expose('access_mode', { type: AccessModeEnum }),
    sizeLitres: t.exposeInt('size_litres', { description: 'Nominal capacity, in litres.' }),
    volumeControlLitres: t.exposeInt('volume_control_litres', { description: 'Litres that one opening takes.' }),
    cardCapacity: t.exposeInt('card_capacity', { description: 'Cards that its lock can hold.' }),
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
    addrStreet: t.exposeString('addr_street'),
    addrNr: t.exposeString('addr_nr'),
    addrBl: t.exposeString('addr_bl'),
    lat: t.exposeFloat('lat', { nullable: true }),
    lng: t.exposeFloat('lng', { nullable: true }),
    containerGroup: t.field({
      type: ContainerGroup,
      nullable: true,
      authScopes: { may: 'containerGroup:read' },
      resolve: ({ container_group_id }, _args, context) =>
        context.load(containerGroups, 'containerGroup:read', container_group_id),
    }),
    viewerCanUpdate: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'container:write', row) }),
    viewerCanDelete: t.boolean({ resolve: (row, _args, context) => isOwned(context, 'container:write', row) }),
  }),
});
addOrg(Container);

export const ContainerFilter = builder.inputType('ContainerFilter', {
  fields: (t) => ({
    q: t.string({ description: 'Words of the serial number and address; case and diacritics do not matter.' }),
    orgId: t.id(),
    containerGroupId: t.id(),
    wasteStream: t.field({ type: WasteStreamEnum }),
    accessMode: t.field({ type: AccessModeEnum }),
    sizeLitres: t.field({ type: IntRange }),
    volumeControlLitres: t.field({ type: IntRange }),
    cardCapacity: t.field({ type: IntRange }),
    fillLevelPct: t.field({ type: PercentRange, description: 'Containers that never reported are in no range.' }),
    nearlyFull: t.boolean({ description: 'Its fill deserves a warning or more, by the thresholds of its org.' }),
    full: t.boolean({ description: 'Its fill is an error, by the thresholds of its org.' }),
    silent: t.boolean({ description: 'Its lock, once heard from, is silent for longer than its org allows.' }),
    unsynced: t.boolean({ description: 'Its lock does not hold the newest version of its list of cards.' }),
    updatedAt: t.field({ type: DateTimeRange }),
  }),
});

const containerList = addRecordQueries({
  kind: containers,
  type: Container,
  permission: 'container:read',
  filter: ContainerFilter,
  conditions: containerConditions,
});

addRelatedList(ContainerGroup, 'containers', containerList, ({ id }) => ({ containerGroupId: id }));

const CreateContainerInput = builder.inputType('CreateContainerInput', {
  fields: (t) => ({
    containerGroupId: t.id({ required: true }),
    serialNumber: t.string({ required: true }),
    wasteStream: t.field({ type: WasteStreamEnum, required: true }),
    accessMode: t.field({ type: AccessModeEnum }),
    sizeLitres: t.int({ required: true }),
    volumeControlLitres: t.int({ required: true }),
    cardCapacity: t.int(),
    addrStreet: t.string(),
    addrNr: t.string(),
    addrBl: t.string(),
    lat: t.float(),
    lng: t.float(),
  }),
});

export const UpdateContainerInput = builder.inputType('UpdateContainerInput', {
  description: 'Absent leaves a field as it is; null clears it. lat and lng go together.',
  fields: (t) => ({
    containerGroupId: t.id(),
    serialNumber: t.string(),
    wasteStream: t.field({ type: WasteStreamEnum }),
    accessMode: t.field({ type: AccessModeEnum }),
    sizeLitres: t.int(),
    volumeControlLitres: t.int(),
    cardCapacity: t.int(),
    addrStreet: t.string(),
    addrNr: t.string(),
    addrBl: t.string(),
    lat: t.float(),
    lng: t.float(),
  }),
});

builder.mutationFields((t) => ({
  createContainer: t.field({
    type: Container,
    authScopes: { may: 'container:write' },
    args: { input: t.arg({ type: CreateContainerInput, required: true }) },
    resolve: (_root, { input }, context) => createContainer(context, input),
  }),
  updateContainer: t.field({
    type: Container,
    authScopes: { may: 'container:write' },
    args: { ...versionArgs, input: t.arg({ type: UpdateContainerInput, required: true }) },
    resolve: (_root, { id, rowId, input }, context) => updateContainer(context, { id, rowId }, input),
  }),
}));

addDelete(containers, 'container:write', deleteContainer);
addRestore(containers, { permission: 'container:write', input: updateContainerInput, update: updateContainer });
