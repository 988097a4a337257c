import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import { recordForms } from '../../crud/declared/record-forms.tsx';
import { CreateContainerGroupDocument, UpdateContainerGroupDocument } from './container-group.graphql.ts';

/** Adds a container group, its containers are added from its view, and changes one. Only its access mode decides who opens them. */
export const { create, update } = recordForms(containerGroup, {
  create: CreateContainerGroupDocument,
  update: UpdateContainerGroupDocument,
  decides: ['accessMode'],
});
