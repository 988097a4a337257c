import type { TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';

export interface Option {
  readonly id: string;
  readonly label: string;
}

/** What a picker's query takes: words to search by, and the picked record when there is one (`@include(if: $picked)`). */
export interface PickerVariables {
  q?: string | null;
  id: string;
  picked: boolean;
}

/** How a record of another kind is chosen and shown, without knowing that kind. */
export interface Picker {
  useOptions(q: string, id: string | null): { options: readonly Option[]; picked: Option | null; loading: boolean };
}

interface PickerParts<Data> {
  readonly query: TypedDocumentNode<Data, PickerVariables>;
  readonly options: (data: Data) => readonly Option[];
  /** Undefined when the record is absent or out of reach. */
  readonly picked: (data: Data) => Option | null | undefined;
}

export const definePicker = <Data>({ query, options, picked }: PickerParts<Data>): Picker => ({
  useOptions(q, id) {
    const { data, previousData, loading } = useQuery(query, {
      variables: { q, id: id ?? '', picked: id !== null },
      // A picked record that is gone must not take the choices with it.
      errorPolicy: 'all',
    });
    const shown = data ?? previousData;
    return {
      options: shown ? options(shown) : [],
      picked: (data && id !== null && picked(data)) || null,
      loading,
    };
  },
});
