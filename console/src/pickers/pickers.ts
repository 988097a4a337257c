import type { TypedDocumentNode } from '@apollo/client';
import type { TFunction } from 'i18next';
import type { ContainerChoicesQuery } from '../api/generated/graphql.ts';
import { choices } from '../api/kinds/generated/choices.graphql.ts';
import { definePicker, type Option, type Picker, type PickerVariables } from '../crud/picker/picker.ts';
import { GisNodeChoicesDocument } from './pickers.graphql.ts';

/** The kinds whose records are chosen. */
type Chosen = keyof typeof choices | 'gisNode';

type Choice = Option & Partial<ContainerChoicesQuery['containers']['nodes'][number]>;

/** In small letters, what stands where a container does: `hârtie și carton · P-002 · Str. Gării 3`. */
function detailOf({ wasteStream, containerGroup, addrStreet, addrNr }: Choice, t: TFunction): string | undefined {
  const address = [addrStreet, addrNr].filter(Boolean).join(' ');
  const parts = [wasteStream && t(`values.wasteStream.${wasteStream}`), containerGroup?.label, address];
  return parts.filter(Boolean).join(' · ') || undefined;
}

/** What a document of choices gives: a list under the kind's plural, and the one that is picked. */
type Choices = Readonly<Record<string, unknown>>;

const pickerFor = (kind: Chosen, query: TypedDocumentNode<unknown, PickerVariables>): Picker => {
  const optionOf = (choice: Choice, t: TFunction): Option => ({
    id: choice.id,
    label: choice.label,
    detail: detailOf(choice, t),
  });
  return definePicker({
    query: query as TypedDocumentNode<Choices, PickerVariables>,
    options: (data, t) => (data[`${kind}s`] as { nodes: readonly Choice[] }).nodes.map((each) => optionOf(each, t)),
    picked: (data, t) => {
      const picked = data[kind] as Choice | null | undefined;
      return picked && optionOf(picked, t);
    },
  });
};

/** How a record of each kind is chosen; a node of the address tree as addresses are written: "pascani iasi". */
export const pickers = Object.fromEntries(
  Object.entries({ ...choices, gisNode: GisNodeChoicesDocument }).map(([kind, query]) => [
    kind,
    pickerFor(kind as Chosen, query as TypedDocumentNode<unknown, PickerVariables>),
  ]),
) as Readonly<Record<Chosen, Picker>>;

/** How a record is chosen that a declared field names. @param of - its kind, as the API calls it. */
export const pickerOf = (of: string): Picker => pickers[of as Chosen];
