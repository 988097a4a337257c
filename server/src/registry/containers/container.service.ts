import { createContainerInput, updateContainerInput } from '@noa/domain/container.ts';
import { AppError, validationFailed } from '@noa/domain/errors.ts';
import { parseInput } from '@noa/domain/input.ts';
import { namingFields } from '../../database/constraint.ts';
import { deleteRecord, findRecord, updateRecord } from '../../database/record.ts';
import type { Row } from '../../database/tables.ts';
import type { Context } from '../../graphql/context.ts';
import { containerGroups } from '../container-groups/container-group.queries.ts';
import { placeColumns } from '../place.ts';
import { containers, hasReported } from './container.queries.ts';

type Container = Row<'container'>;
type Version = { id: string; rowId: string };

const constraints = {
  container_serial_number_taken: 'serialNumber',
  container_org_id_container_group_id_fkey: 'containerGroupId',
};

/** @throws {AppError} `ValidationFailed` naming the field; `Forbidden`. */
export function createContainer(context: Context, input: unknown): Promise<Container> {
  const { containerGroupId, serialNumber, wasteStream, sizeLitres, volumeControlLitres, ...rest } = parseInput(
    createContainerInput,
    input,
  );
  const { accessMode, cardCapacity, ...place } = rest;
  return namingFields(constraints, () =>
    context.write('container:write', async (tx, scope) => {
      const group = await findRecord(tx, containerGroups, scope, containerGroupId);
      if (!group) {
        throw validationFailed({ containerGroupId: 'form.notFound' });
      }
      return tx
        .insertInto('container')
        .values({
          org_id: group.org_id,
          container_group_id: group.id,
          serial_number: serialNumber,
          waste_stream: wasteStream,
          size_litres: sizeLitres,
          volume_control_litres: volumeControlLitres,
          ...(accessMode && { access_mode: accessMode }),
          ...(cardCapacity && { card_capacity: cardCapacity }),
          ...placeColumns(place),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    }),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` naming the field; `Forbidden`. */
export function updateContainer(context: Context, version: Version, input: unknown): Promise<Container> {
  const patch = parseInput(updateContainerInput, input);
  return namingFields(constraints, () =>
    context.write('container:write', (tx, scope) =>
      updateRecord(tx, containers, scope, version, {
        container_group_id: patch.containerGroupId,
        serial_number: patch.serialNumber,
        waste_stream: patch.wasteStream,
        access_mode: patch.accessMode,
        size_litres: patch.sizeLitres,
        volume_control_litres: patch.volumeControlLitres,
        card_capacity: patch.cardCapacity,
        ...placeColumns(patch),
      }),
    ),
  );
}

/** @throws {AppError} `NotFound`; `Conflict`; `ValidationFailed` while a controller is bound to it; `Forbidden`. */
export function deleteContainer(context: Context, version: Version): Promise<Container> {
  return context.write('container:write', (tx, scope) =>
    deleteRecord(tx, containers, scope, version, async (row) => {
      if (await hasReported(tx, row)) {
        throw new AppError('ValidationFailed', 'A controller is bound to the container', {
          fields: { id: 'delete.hasDependants' },
          details: { dependants: [{ kind: 'controller', count: 1 }] },
        });
      }
    }),
  );
}
