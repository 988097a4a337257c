import type { SavedViewsQuery } from '../../../api/generated/graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { paths } from '../../../paths.ts';
import { SavedViewsDocument } from '../../../crud/saved-views/saved-view.graphql.ts';

/** Favourites are saved views of this kind: reports have one list for all. */
export const favouriteKind = 'report';

/** Under this name the kept address says which report it is of. */
const reportKey = 'report';

/** A report with what it was asked, under a name. */
export interface Favourite {
  readonly id: string;
  readonly label: string;
  readonly report: string;
  readonly to: string;
  /** As it is kept; equal for equal questions. */
  readonly search: string;
  readonly orgName: string | null;
  readonly viewerCanUpdate: boolean;
}

/**
 * A question as it is kept: in one order, so that equal ones are equal, and from the first page.
 *
 * @param search - the address after its question mark.
 */
export function favouriteSearch(report: string, search: string): string {
  const kept = new URLSearchParams(search);
  kept.delete('after');
  kept.delete(reportKey);
  kept.sort();
  const rest = kept.toString();
  return `${reportKey}=${report}${rest && `&${rest}`}`;
}

/** Undefined for a view that names no report. */
export function readFavourite(view: SavedViewsQuery['savedViews'][number]): Favourite | undefined {
  const kept = new URLSearchParams(view.search);
  const report = kept.get(reportKey);
  if (!report) {
    return undefined;
  }
  kept.delete(reportKey);
  const rest = kept.toString();
  return {
    id: view.id,
    label: view.name,
    report,
    to: `${paths.reports.view(report)}${rest && `?${rest}`}`,
    search: favouriteSearch(report, rest),
    orgName: view.orgName ?? null,
    viewerCanUpdate: view.viewerCanUpdate,
  };
}

/** The favourites of whoever is signed in, by name; undefined until they are known. */
export function useFavourites() {
  const { data, error, refetch } = useQuery(SavedViewsDocument, {
    variables: { kind: favouriteKind },
    fetchPolicy: 'cache-and-network',
  });
  const favourites = data?.savedViews.flatMap((view) => readFavourite(view) ?? []);
  return { favourites, error, refetch: () => void refetch() };
}
