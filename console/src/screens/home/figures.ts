import type { TypedDocumentNode } from '@apollo/client';
import type { Permission } from '@noa/domain/permissions.ts';
import type { ReportMetric } from '@noa/domain/reporting/report.ts';
import { counts } from '../../api/kinds/generated/counts.graphql.ts';
import { paths } from '../../paths.ts';
import { narrowed } from '../../crud/filters/narrowed.ts';
import { status as cardStatus, updatedAt } from '../../resources/cards/card.filters.ts';
import { nearlyFull, silent } from '../../resources/containers/container.filters.ts';
import { withoutAccessGroup, withoutManager } from '../../resources/entrances/entrance.filters.ts';
import { listFilter, readOverview } from '../container-status/overview.ts';
import { CountCardRequestsDocument } from '../card-requests/card-request.graphql.ts';
import { figureSearch } from '../reports/answer/figure-address.ts';
import {
  CountContainerStatesDocument,
  CountFullContainersDocument,
  EventsTodayDocument,
  RefusedTodayDocument,
} from './home.graphql.ts';

/** A number, and what the line under it says beside its usual text (`hints.<name>`). */
export interface Reading {
  readonly count: number;
  /** A number to compare with, for the text. */
  readonly other?: number;
  /** Where it leads, if only the answer knows. */
  readonly to?: string | undefined;
}

/** A figure on the home screen, and the list it counts. */
export interface Figure {
  /** Locale key suffix under `counts.` and `hints.`. */
  readonly name: string;
  /** Absent where the reading says it. */
  readonly to?: string;
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

interface Counted extends Pick<Figure, 'name' | 'permission'> {
  /** The list, and how the API is asked for it. */
  readonly to: string;
  readonly filter: Record<string, unknown>;
}

/** How many records of a kind there are, of those in a list. */
const countOf = (kind: keyof typeof counts, { filter, ...parts }: Counted): Figure =>
  figure({
    ...parts,
    query: counts[kind],
    variables: { filter },
    read: ({ list }) => ({ count: list.totalCount }),
  });

/**
 * The records of a figure of today's, by the day of the orgs' clocks and not of this browser's; in one group, because of
 * small ones some viewers are told nothing.
 */
function recordsOf(metric: ReportMetric, days: readonly { readonly date: string }[]): string | undefined {
  const date = days.at(-1)?.date;
  return date && paths.reports.view('usage') + figureSearch(`from=${date}&to=${date}&by=date`, [], metric);
}

/** The Monday of a day's week; days as YYYY-MM-DD. */
function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/**
 * What deserves a look today.
 *
 * @param day - YYYY-MM-DD, today where the viewer is.
 */
export function figuresOf(day: string): readonly Figure[] {
  const lists = {
    full: narrowed(paths.containers.list, [[nearlyFull, 'true']]),
    silent: narrowed(paths.containers.list, [[silent, 'true']]),
    blocked: narrowed(paths.cards.list, [
      [cardStatus, 'blocked'],
      [updatedAt, `${mondayOf(day)}..`],
    ]),
    withoutAccessGroup: narrowed(paths.entrances.list, [[withoutAccessGroup, 'true']]),
    withoutManager: narrowed(paths.entrances.list, [[withoutManager, 'true']]),
  };
  const inError = new URLSearchParams({ level: 'error' });
  return [
    figure({
      name: 'full',
      to: lists.full.to,
      permission: 'container:read',
      query: CountFullContainersDocument,
      variables: { nearlyFull: lists.full.filter },
      read: ({ nearlyFull: near, full }) => ({ count: near.totalCount, other: full.totalCount }),
    }),
    figure({
      name: 'inError',
      to: `${paths.containers.status}?${inError.toString()}`,
      permission: 'statusUpdate:read',
      query: CountContainerStatesDocument,
      variables: { inError: listFilter(readOverview(inError)) },
      read: ({ inError: list, containerStatusCounts }) => ({
        count: list.totalCount,
        other: containerStatusCounts.warning,
      }),
    }),
    countOf('container', { name: 'silent', permission: 'statusUpdate:read', ...lists.silent }),
    figure({
      name: 'eventsToday',
      opens: 'report:read',
      permission: 'cardEvent:read',
      query: EventsTodayDocument,
      variables: {},
      read: ({ overview: { today, days } }) => ({
        count: today.events,
        other: today.eventsWeekBefore,
        to: recordsOf('event_count', days),
      }),
    }),
    figure({
      name: 'refusedToday',
      opens: 'report:read',
      permission: 'cardEvent:read',
      query: RefusedTodayDocument,
      variables: {},
      read: ({ overview: { today, days } }) => ({
        count: today.refused,
        other: today.refusedWeekBefore,
        to: recordsOf('failed_attempt_count', days),
      }),
    }),
    figure({
      name: 'cardRequests',
      to: paths.cards.requests,
      permission: 'cardRequest:read',
      query: CountCardRequestsDocument,
      variables: {},
      read: ({ cardRequests }) => ({ count: cardRequests.totalCount }),
    }),
    countOf('card', { name: 'blockedThisWeek', permission: 'card:read', ...lists.blocked }),
    countOf('entrance', { name: 'withoutAccessGroup', permission: 'entrance:write', ...lists.withoutAccessGroup }),
    countOf('entrance', { name: 'withoutManager', permission: 'entrance:write', ...lists.withoutManager }),
  ];
}

/** What there is, in the order of the menu. */
export const registryFigures: readonly Figure[] = [
  ...(['accessGroup', 'containerGroup', 'container', 'towerBlock', 'entrance', 'manager', 'card'] as const).map(
    (kind) => countOf(kind, { name: `${kind}s`, permission: `${kind}:read`, ...narrowed(paths[`${kind}s`].list, []) }),
  ),
  countOf('org', { name: 'orgs', permission: 'org:write', ...narrowed(paths.orgs.list, []) }),
];
