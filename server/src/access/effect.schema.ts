import type { InputRef } from '@pothos/core';
import { validationFailed } from '@noa/domain/errors.ts';
import { builder } from '../graphql/builder.ts';
import { sealed } from '../graphql/sealed-ids.ts';
import type { Context } from '../request/context.ts';
import { UpdateAccessGroupInput } from '../registry/access-groups/access-group.schema.ts';
import {
  accessGroupService,
  joinContainerGroup,
  leaveContainerGroup,
} from '../registry/access-groups/access-group.service.ts';
import { assignCard, unassignCard } from '../registry/apartment-cards/apartment-card.service.ts';
import { UpdateContainerGroupInput } from '../registry/container-groups/container-group.schema.ts';
import { containerGroupService } from '../registry/container-groups/container-group.service.ts';
import { containers } from '../registry/containers/container.queries.ts';
import { Container, UpdateContainerInput } from '../registry/containers/container.schema.ts';
import { containerService } from '../registry/containers/container.service.ts';
import { entranceService, UpdateEntranceInput } from '../registry/entrances/entrance.schema.ts';
import { restoreVersion } from '../registry/restore.service.ts';
import { previewEffect, type Effect } from './effect.service.ts';

/** Containers over capacity that are named; the others are counted. */
const namedContainers = 10;

export const EffectType = builder.objectRef<Effect>('Effect').implement({
  description: 'What a change would do to who opens what.',
  fields: (t) => ({
    gainingCards: t.exposeInt('gainingCards', { description: 'Cards that gain a container at least.' }),
    losingCards: t.exposeInt('losingCards', { description: 'Cards that lose a container at least.' }),
    gainedContainers: t.exposeInt('gainedContainers', { description: 'Containers that a card at least gains.' }),
    lostContainers: t.exposeInt('lostContainers', { description: 'Containers that a card at least loses.' }),
    openingContainers: t.exposeInt('openingContainers', {
      description: 'Containers that from then on open without a card.',
    }),
    closingContainers: t.exposeInt('closingContainers', { description: 'Containers that from then on need a card.' }),
    overCapacityCount: t.int({
      description: 'Locks whose list would no longer fit, and would be withheld.',
      resolve: ({ overCapacity }) => overCapacity.length,
    }),
    overCapacity: t.field({
      type: [Container],
      description: `The containers of these locks, ${namedContainers} at most, as far as the caller reads them.`,
      authScopes: { may: 'container:read' },
      resolve: async ({ overCapacity }, _args, context) => {
        const found = overCapacity
          .slice(0, namedContainers)
          .map((id) => context.load(containers, 'container:read', id));
        return (await Promise.all(found)).filter((container) => container !== null);
      },
    }),
  }),
});

const VersionInput = builder.inputType('EffectOfVersionInput', {
  fields: (t) => ({ id: t.id({ required: true }), rowId: t.id({ required: true }) }),
});
const AssignInput = builder.inputType('EffectOfAssignInput', {
  fields: (t) => ({ apartmentId: t.id({ required: true }), cardId: t.id({ required: true }) }),
});
const JoinInput = builder.inputType('EffectOfJoinInput', {
  fields: (t) => ({ accessGroupId: t.id({ required: true }), containerGroupId: t.id({ required: true }) }),
});

/** Of a change with an input of its own. */
const ofInput = <Input>(kind: string, input: InputRef<Input>) =>
  builder.inputType(`EffectOf${kind}Input`, {
    fields: (t) => ({
      id: t.id({ required: true }),
      rowId: t.id({ required: true }),
      input: t.field({ type: input, required: true }),
    }),
  });
const EntranceInput = ofInput('Entrance', UpdateEntranceInput);
const AccessGroupInput = ofInput('AccessGroup', UpdateAccessGroupInput);
const ContainerGroupInput = ofInput('ContainerGroup', UpdateContainerGroupInput);
const ContainerInput = ofInput('Container', UpdateContainerInput);
const RestoreInput = builder.inputType('EffectOfRestoreInput', {
  fields: (t) => ({
    kind: t.string({ required: true }),
    id: t.id({ required: true }),
    rowId: t.id({ required: true }),
    version: t.id({ required: true, ...sealed('version') }),
  }),
});

const EffectInput = builder.inputType('EffectInput', {
  description: 'The change, with the arguments of the mutation of that name; exactly one.',
  fields: (t) => ({
    assignCard: t.field({ type: AssignInput }),
    unassignCard: t.field({ type: VersionInput }),
    updateEntrance: t.field({ type: EntranceInput }),
    updateAccessGroup: t.field({ type: AccessGroupInput }),
    updateContainerGroup: t.field({ type: ContainerGroupInput }),
    updateContainer: t.field({ type: ContainerInput }),
    joinContainerGroup: t.field({ type: JoinInput }),
    leaveContainerGroup: t.field({ type: JoinInput }),
    restoreVersion: t.field({ type: RestoreInput }),
  }),
});

/** @throws {AppError} `ValidationFailed` unless exactly one change is named. */
function changeOf(asked: typeof EffectInput.$inferInput): (context: Context) => Promise<unknown> {
  const { assignCard: assign, unassignCard: unassign, joinContainerGroup: join, leaveContainerGroup: leave } = asked;
  const { updateEntrance: entrance, updateAccessGroup: accessGroup, updateContainerGroup: group } = asked;
  const { updateContainer: container, restoreVersion: restore } = asked;
  const changes = [
    assign && ((context: Context) => assignCard(context, assign)),
    unassign && ((context: Context) => unassignCard(context, unassign)),
    entrance && ((context: Context) => entranceService.update(context, entrance, entrance.input)),
    accessGroup && ((context: Context) => accessGroupService.update(context, accessGroup, accessGroup.input)),
    group && ((context: Context) => containerGroupService.update(context, group, group.input)),
    container && ((context: Context) => containerService.update(context, container, container.input)),
    join && ((context: Context) => joinContainerGroup(context, join)),
    leave && ((context: Context) => leaveContainerGroup(context, leave)),
    restore && ((context: Context) => restoreVersion(context, restore)),
  ].filter((change) => change !== null && change !== undefined);
  const [change, ...more] = changes;
  if (!change || more.length > 0) {
    throw validationFailed({ change: 'form.required' }, 'Name exactly one change');
  }
  return change;
}

builder.queryField('previewEffect', (t) =>
  t.field({
    type: EffectType,
    nullable: true,
    description:
      'What a change would do to who opens what; changes nothing. Needs the permission of the change and answers with its refusals. Null when the change is too large to be tried in a few seconds.',
    authScopes: { may: 'effect:preview' },
    args: { change: t.arg({ type: EffectInput, required: true }) },
    resolve: (_root, { change }, context) => previewEffect(context, changeOf(change)),
  }),
);
