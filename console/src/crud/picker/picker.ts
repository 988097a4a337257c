import type { TypedDocumentNode } from '@apollo/client';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { noRecord } from '../../api/no-record.ts';
import { useQuery } from '../../api/use-query.ts';

export interface Option {
  readonly id: string;
  readonly label: string;
  /** What tells it from others of a similar name. */
  readonly detail?: string | undefined;
}

/** What a picker's query takes: words to search by, and the picked record when there is one (`@include(if: $picked)`). */
export interface PickerVariables {
  q?: string | null;
  id: string;
  picked: boolean;
}

/** How a record of another kind is chosen and shown, without knowing that kind. */
export interface Picker {
  useOptions(
    q: string,
    id: string | null,
  ): {
    options: readonly Option[];
    picked: Option | null | undefined;
    loading: boolean;
    /** No answer came: nobody knows what there is. */
    failed: boolean;
  };
}

interface PickerParts<Data> {
  readonly query: TypedDocumentNode<Data, PickerVariables>;
  readonly options: (data: Data, t: TFunction) => readonly Option[];
  /** Undefined when the record is absent or out of reach. */
  readonly picked: (data: Data, t: TFunction) => Option | null | undefined;
}

export const definePicker = <Data>({ query, options, picked }: PickerParts<Data>): Picker => ({
  useOptions(q, id) {
    const { t } = useTranslation();
    const { data, previousData, error, loading } = useQuery(query, {
      variables: { q, id: id ?? noRecord, picked: id !== null },
      // What is not found may be made meanwhile, and then looked for in the same words.
      fetchPolicy: 'cache-and-network',
      // A picked record that is gone must not take the choices with it.
      errorPolicy: 'all',
    });
    // Where no answer comes, what was found before is none: Enter would choose from it.
    const shown = data ?? (loading && previousData);
    return {
      options: shown ? options(shown, t) : [],
      picked: data && picked(data, t),
      loading,
      failed: error !== undefined && !data,
    };
  },
});
