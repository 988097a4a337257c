import { container } from '@noa/domain/kinds/container.ts';
import { recordForms } from '../../crud/declared/record-forms.tsx';
import { CreateContainerDocument, UpdateContainerDocument } from './container.graphql.ts';

/**
 * Adds a container, `?containerGroupId=` says to which group, and changes one. What a change of its access mode would do is shown; what a move to
 * another group does is not counted: cards open groups, and the list of the new one is what its lock asks for next.
 */
export const { create, update } = recordForms(container, {
  create: CreateContainerDocument,
  update: UpdateContainerDocument,
  beside: [['sizeLitres', 'volumeControlLitres']],
  decides: 'accessMode',
});
