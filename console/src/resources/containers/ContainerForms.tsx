import { container } from '@noa/domain/kinds/container.ts';
import { recordForms } from '../../crud/declared/record-forms.tsx';
import { CreateContainerDocument, UpdateContainerDocument } from './container.graphql.ts';

/**
 * Adds a container, `?containerGroupId=` says to which group, and changes one. What decides who opens it is its access mode and its group, whose
 * list must have room in its lock.
 */
export const { create, update } = recordForms(container, {
  create: CreateContainerDocument,
  update: UpdateContainerDocument,
  beside: [['sizeLitres', 'volumeControlLitres']],
  decides: ['accessMode', 'containerGroupId', 'cardCapacity'],
});
