import type { TypedDocumentNode } from '@apollo/client';
import type { Permission } from '@noa/domain/permissions.ts';
import { paths } from '../../paths.ts';
import {
  CountAccessGroupsDocument,
  CountCardsDocument,
  CountContainerGroupsDocument,
  CountContainersDocument,
  CountContainerStatesDocument,
  CountEntrancesDocument,
  CountFullContainersDocument,
  CountManagersDocument,
  CountOrgsDocument,
  CountTowerBlocksDocument,
  EventsTodayDocument,
  RefusedTodayDocument,
} from './home.graphql.ts';

/** A number, and what the line under it says beside its usual text (`hints.<name>`). */
export interface Reading {
  readonly count: number;
  /** A number to compare with, for the text. */
  readonly other?: number;
}

/** A figure on the home screen, and the list it counts. */
export interface Figure {
  /** Locale key suffix under `counts.` and `hints.`. */
  readonly name: string;
  readonly to: string;
  /** Who may open the list it leads to, where that is not who may see the figure. */
  readonly opens?: Permission;
  readonly permission: Permission;
  readonly query: TypedDocumentNode<unknown, Record<string, unknown>>;
  readonly variables: Record<string, unknown>;
  readonly read: (data: unknown) => Reading;
}

interface Parts<Data, Variables extends Record<string, unknown>> extends Omit<Figure, 'query' | 'variables' | 'read'> {
  query: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  read: (data: Data) => Reading;
}

/** Forgets the types of one figure's query once they have been checked, so that figures of any kind stand in one table. */
const figure = <Data, Variables extends Record<string, unknown>>(parts: Parts<Data, Variables>): Figure =>
  parts as unknown as Figure;

const today = (day: string) => `from=${day}&to=${day}`;

/** The Monday of a day's week, as the list's address has it, and as the moment at which the list begins. */
function mondayOf(day: string): { day: string; moment: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const weekday = (new Date(year, month - 1, date).getDay() + 6) % 7;
  const monday = new Date(year, month - 1, date - weekday);
  return { day: new Intl.DateTimeFormat('sv-SE').format(monday), moment: monday.toISOString() };
}

/**
 * What deserves a look today.
 *
 * @param day - YYYY-MM-DD, today where the viewer is.
 */
export function figuresOf(day: string): readonly Figure[] {
  const monday = mondayOf(day);
  return [
    figure({
      name: 'full',
      to: `${paths.containers.list}?nearlyFull=true`,
      permission: 'container:read',
      query: CountFullContainersDocument,
      variables: {},
      read: ({ nearlyFull, full }) => ({ count: nearlyFull.totalCount, other: full.totalCount }),
    }),
    figure({
      name: 'inError',
      to: `${paths.containers.status}?level=error`,
      permission: 'statusUpdate:read',
      query: CountContainerStatesDocument,
      variables: {},
      read: ({ containerStatusCounts }) => ({
        count: containerStatusCounts.error,
        other: containerStatusCounts.warning,
      }),
    }),
    figure({
      name: 'silent',
      to: `${paths.containers.list}?silent=true`,
      permission: 'statusUpdate:read',
      query: CountContainersDocument,
      variables: { filter: { silent: true } },
      read: ({ containers }) => ({ count: containers.totalCount }),
    }),
    figure({
      name: 'eventsToday',
      to: `${paths.reports.view('usage')}?${today(day)}&by=hour`,
      opens: 'report:read',
      permission: 'cardEvent:read',
      query: EventsTodayDocument,
      variables: {},
      read: ({ overview }) => ({ count: overview.today.events, other: overview.today.eventsWeekBefore }),
    }),
    figure({
      name: 'refusedToday',
      to: `${paths.reports.view('usage')}?${today(day)}&by=entrance&sort=-failed_attempt_count`,
      opens: 'report:read',
      permission: 'cardEvent:read',
      query: RefusedTodayDocument,
      variables: {},
      read: ({ overview }) => ({ count: overview.today.refused, other: overview.today.refusedWeekBefore }),
    }),
    figure({
      name: 'blockedThisWeek',
      to: `${paths.cards.list}?status=blocked&updatedAt=${monday.day}..`,
      permission: 'card:read',
      query: CountCardsDocument,
      variables: { filter: { status: 'blocked', updatedAt: { from: monday.moment } } },
      read: ({ cards }) => ({ count: cards.totalCount }),
    }),
    figure({
      name: 'withoutAccessGroup',
      to: `${paths.entrances.list}?withoutAccessGroup=true`,
      permission: 'entrance:write',
      query: CountEntrancesDocument,
      variables: { filter: { withoutAccessGroup: true } },
      read: ({ entrances }) => ({ count: entrances.totalCount }),
    }),
    figure({
      name: 'withoutManager',
      to: `${paths.entrances.list}?withoutManager=true`,
      permission: 'entrance:write',
      query: CountEntrancesDocument,
      variables: { filter: { withoutManager: true } },
      read: ({ entrances }) => ({ count: entrances.totalCount }),
    }),
  ];
}

/** What there is, in the order of the menu. */
export const registryFigures: readonly Figure[] = [
  figure({
    name: 'accessGroups',
    to: paths.accessGroups.list,
    permission: 'accessGroup:read',
    query: CountAccessGroupsDocument,
    variables: {},
    read: ({ accessGroups }) => ({ count: accessGroups.totalCount }),
  }),
  figure({
    name: 'containerGroups',
    to: paths.containerGroups.list,
    permission: 'containerGroup:read',
    query: CountContainerGroupsDocument,
    variables: {},
    read: ({ containerGroups }) => ({ count: containerGroups.totalCount }),
  }),
  figure({
    name: 'containers',
    to: paths.containers.list,
    permission: 'container:read',
    query: CountContainersDocument,
    variables: {},
    read: ({ containers }) => ({ count: containers.totalCount }),
  }),
  figure({
    name: 'towerBlocks',
    to: paths.towerBlocks.list,
    permission: 'towerBlock:read',
    query: CountTowerBlocksDocument,
    variables: {},
    read: ({ towerBlocks }) => ({ count: towerBlocks.totalCount }),
  }),
  figure({
    name: 'entrances',
    to: paths.entrances.list,
    permission: 'entrance:read',
    query: CountEntrancesDocument,
    variables: {},
    read: ({ entrances }) => ({ count: entrances.totalCount }),
  }),
  figure({
    name: 'managers',
    to: paths.managers.list,
    permission: 'manager:read',
    query: CountManagersDocument,
    variables: {},
    read: ({ managers }) => ({ count: managers.totalCount }),
  }),
  figure({
    name: 'cards',
    to: paths.cards.list,
    permission: 'card:read',
    query: CountCardsDocument,
    variables: {},
    read: ({ cards }) => ({ count: cards.totalCount }),
  }),
  figure({
    name: 'orgs',
    to: paths.orgs.list,
    permission: 'org:write',
    query: CountOrgsDocument,
    variables: {},
    read: ({ orgs }) => ({ count: orgs.totalCount }),
  }),
];
