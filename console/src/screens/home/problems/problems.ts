import type { ContainerProblemsQuery, ContainerStatusCountsQuery } from '../../../api/generated/graphql.ts';
import { paths } from '../../../paths.ts';
import type { Level } from '../../container-status/overview.ts';
import { mostProblems } from './first-asked.ts';

export type Problem = ContainerProblemsQuery['errors']['nodes'][number];

const ranks = ['error', 'warning'];
const rank = ({ level }: Problem) => ranks.indexOf(level ?? '');
const begun = ({ since }: Problem) => (since ? Date.parse(since) : Number.POSITIVE_INFINITY);

/**
 * What is wrong, in the order in which somebody should look: errors before warnings, then what has been so for longest. Whatever
 * news came by another screen meanwhile, nothing that is well by now.
 */
export function rankProblems({ errors, warnings }: ContainerProblemsQuery): Problem[] {
  return [...errors.nodes, ...warnings.nodes]
    .filter((problem) => rank(problem) >= 0)
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        begun(one) - begun(other) ||
        one.container.label.localeCompare(other.container.label, undefined, { numeric: true }),
    )
    .slice(0, mostProblems);
}

const street = ({ addrStreet, addrNr }: { addrStreet: string; addrNr: string }) =>
  addrStreet && [addrStreet, addrNr].filter(Boolean).join(' ');

/** Where a container stands: its own street, or its platform's and what that is called. */
export function locationOf({ container }: Pick<Problem, 'container'>): string {
  const group = container.containerGroup;
  return street(container) || [group && street(group), group?.label].filter(Boolean).join(' · ');
}

type Counts = ContainerStatusCountsQuery['containerStatusCounts'];

/** Containers in a state, and the list of exactly those. */
export interface StateCount {
  readonly name: 'error' | 'warning' | 'silent' | 'unknown';
  readonly count: number;
  readonly to: string;
}

const listOf = (state: { level: Level } | { stale: 'true' }) =>
  `${paths.containers.status}?${new URLSearchParams(state).toString()}`;

/** The counts of what deserves a look, each with its list; none that is zero. */
export function stateCounts({ error, warning, silent, unknown }: Counts): StateCount[] {
  const all: StateCount[] = [
    { name: 'error', count: error, to: listOf({ level: 'error' }) },
    { name: 'warning', count: warning, to: listOf({ level: 'warning' }) },
    { name: 'silent', count: silent, to: listOf({ stale: 'true' }) },
    { name: 'unknown', count: unknown, to: listOf({ level: 'unknown' }) },
  ];
  return all.filter(({ count }) => count > 0);
}

/** How many are well, and whether that is all there are. */
export const wellOf = ({ total, info, ok }: Counts): { readonly count: number; readonly all: boolean } => ({
  count: info + ok,
  all: info + ok === total,
});
