import { container } from '@noa/domain/kinds/container.ts';
import { recordForms } from '../../crud/declared/record-forms.tsx';
import { CreateContainerDocument, UpdateContainerDocument } from './container.graphql.ts';

/** Adds a container, `?containerGroupId=` says to which group, and changes one. Only its access mode decides who opens it. */
export const { create, update } = recordForms(container, {
  create: CreateContainerDocument,
  update: UpdateContainerDocument,
  beside: [['sizeLitres', 'volumeControlLitres']],
  decides: 'accessMode',
});
