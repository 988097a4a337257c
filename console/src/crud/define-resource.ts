import type { TypedDocumentNode } from '@apollo/client';
import type { ReactNode } from 'react';
import type { Permission } from '@noa/domain/permissions.ts';
import type { BulkOffer } from './bulk/bulk-offer.ts';
import type { Picker } from './picker/picker.ts';
import type { PageInfo } from '../ui/page/PageButtons.tsx';

/** What a column's values are called: their texts, which its cell shows too, are under `<texts>.<value>`. */
export interface Words {
  /** Locale key with its namespace: `cards:values.status`. */
  readonly texts: string;
  readonly values: readonly string[];
}

export interface Column<Row> {
  /** Locale key suffix: `<name>:fields.<id>`. */
  readonly id: string;
  /** Plain text or a light element: a list has thousands of cells. The first column's becomes the row's link. */
  readonly cell: (row: Row) => ReactNode;
  /** Where a file finds what the cell says, as `ListExportColumnInput.paths` has it; the field of the column's name when absent. */
  readonly from?: readonly string[];
  /** Absent for what is no word of ours: names, numbers, moments. */
  readonly words?: Words;
  /** Value of the GraphQL sort enum; a column without one cannot be sorted. */
  readonly sort?: string;
  readonly numeric?: boolean;
  /** Never cut, however little room there is: a moment is not read in halves. */
  readonly whole?: boolean;
  /** A button and no fact: nobody puts it away, and it is no column on a phone. */
  readonly action?: boolean;
  /** Left out for those who may not see it. */
  readonly may?: Permission;
  /** Says how it is now, also of a record of the past: left out where the past is shown. */
  readonly present?: boolean;
  /** Put away until somebody asks for it. */
  readonly rare?: boolean;
  /** On a desk alone: on a phone a card has room for three, and this is none of them. */
  readonly desk?: boolean;
  /** Left out of a related list under such a parent (by the name of its filter), whose view says it already. */
  readonly under?: string;
}

/**
 * A way to narrow a list; `id` names it in the URL, in the API's filter and in the texts (`<name>:filters.<id>`, or
 * `filters.<id>` of all kinds).
 */
export type Filter = {
  readonly id: string;
  readonly may?: Permission;
  /** Asks how it is now: not for where the past is shown. */
  readonly present?: boolean;
} & (
  | { readonly kind: 'flag' }
  /** Words of a text. */
  | { readonly kind: 'text' }
  /** Values have their texts under `<name>:<texts>.<value>`. */
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly texts: string }
  /** Yes or no; both have their texts, under `<name>:<texts>.true` and `.false`. */
  | { readonly kind: 'boolean'; readonly texts: string }
  | { readonly kind: 'record'; readonly picker: Picker }
  /** From one whole number to another, both included; `unit` is a locale key under `units`. */
  | { readonly kind: 'int'; readonly unit?: 'litres' }
  | { readonly kind: 'percent' }
  /** From one day to another, both included, in the zone of the viewer. */
  | { readonly kind: 'period' }
);

export interface Connection<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: PageInfo;
  readonly totalCount: number;
}

/** What every list query takes; each kind's own filter and sort types are wider, which is what `never` says. */
export interface ListVariables {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
  filter?: Record<string, never> | null;
  sort?: { field: never; direction: 'asc' | 'desc' }[] | null;
}

/** How a kind is listed (`crud/declared/list.tsx` makes it of its declaration); the screens in this folder do the rest. Keep it under a dozen keys. */
export interface Resource<Row extends { id: string }, Data> {
  /** The query that gives its list, namespace of its texts, and the name under which the browser keeps its columns. */
  readonly name: string;
  readonly paths: { readonly list: string; readonly create?: string; readonly view: (id: string) => string };
  readonly query: TypedDocumentNode<Data, ListVariables>;
  readonly select: (data: Data) => Connection<Row>;
  readonly columns: readonly Column<Row>[];
  /** As in the URL: a sort field in camelCase, with `-` before it when descending. */
  readonly defaultSort: string;
  readonly filters?: readonly Filter[];
  readonly may: { readonly read: Permission; readonly create?: Permission };
  /** What may be done to many of its records at once; the rows of `query` then have their `rowId`. */
  readonly bulk?: readonly BulkOffer[];
  /** Whether the kind comes into being by import. */
  readonly imported?: boolean;
}

/** The kind as the API calls it, by what reading it takes: `entrance`. */
export const kindOf = ({ may }: { readonly may: { readonly read: Permission } }): string =>
  may.read.split(':')[0] ?? '';
