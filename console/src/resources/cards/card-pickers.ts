import { definePicker } from '../../resource/picker.ts';
import { ContainerChoicesDocument, OrgChoicesDocument } from './card.graphql.ts';

export const containerPicker = definePicker({
  query: ContainerChoicesDocument,
  options: (data) => data.containers.nodes,
  picked: (data) => data.container,
});

export const orgPicker = definePicker({
  query: OrgChoicesDocument,
  options: (data) => data.orgs.nodes.map(({ id, name }) => ({ id, label: name })),
  picked: (data) => data.org && { id: data.org.id, label: data.org.name },
});
