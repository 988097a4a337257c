import type { TypedDocumentNode } from '@apollo/client';
import type { Permission } from '@noa/domain/permissions.ts';
import { paths } from '../../paths.ts';
import { CountCardsDocument, CountEntrancesDocument, CountTowerBlocksDocument } from './home.graphql.ts';

/** A figure on the home screen, and the list it counts. */
export interface CountCard {
  /** Locale key suffix under `counts.`. */
  readonly name: string;
  readonly to: string;
  readonly permission: Permission;
  readonly query: TypedDocumentNode<unknown, Record<string, unknown>>;
  readonly variables: Record<string, unknown>;
  readonly count: (data: unknown) => number;
}

interface Parts<Data, Variables extends Record<string, unknown>> {
  name: string;
  to: string;
  permission: Permission;
  query: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  count: (data: Data) => number;
}

/** Forgets the types of one card's query once they have been checked, so that cards of any kind stand in one table. */
const card = <Data, Variables extends Record<string, unknown>>(parts: Parts<Data, Variables>): CountCard =>
  parts as unknown as CountCard;

/** Each is shown to those who may open its list. */
export const countCards: readonly CountCard[] = [
  card({
    name: 'towerBlocks',
    to: paths.towerBlocks.list,
    permission: 'towerBlock:read',
    query: CountTowerBlocksDocument,
    variables: {},
    count: (data) => data.towerBlocks.totalCount,
  }),
  card({
    name: 'entrances',
    to: paths.entrances.list,
    permission: 'entrance:read',
    query: CountEntrancesDocument,
    variables: {},
    count: (data) => data.entrances.totalCount,
  }),
  card({
    name: 'withoutAccessGroup',
    to: `${paths.entrances.list}?withoutAccessGroup=true`,
    permission: 'entrance:write',
    query: CountEntrancesDocument,
    variables: { filter: { withoutAccessGroup: true } },
    count: (data) => data.entrances.totalCount,
  }),
  card({
    name: 'withoutManager',
    to: `${paths.entrances.list}?withoutManager=true`,
    permission: 'entrance:write',
    query: CountEntrancesDocument,
    variables: { filter: { withoutManager: true } },
    count: (data) => data.entrances.totalCount,
  }),
  card({
    name: 'cards',
    to: paths.cards.list,
    permission: 'card:read',
    query: CountCardsDocument,
    variables: {},
    count: (data) => data.cards.totalCount,
  }),
  card({
    name: 'cardsBlocked',
    to: `${paths.cards.list}?status=blocked`,
    permission: 'card:read',
    query: CountCardsDocument,
    variables: { filter: { status: 'blocked' } },
    count: (data) => data.cards.totalCount,
  }),
];
