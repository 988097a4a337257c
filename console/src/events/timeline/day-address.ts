import { useSearchParams } from 'react-router';
import { dayOf, midnightOf } from '../../ui/values/day-zone.ts';

/** A stretch of time of which events are listed. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Where a record's events of a day are: its own page, in the tab of events. */
export const dayAddress = ({ from, to }: Span): string =>
  `?${new URLSearchParams({ tab: 'events', from, to }).toString()}`;

/** What a link to it says besides: whoever follows it is to be led to the list, which stands further down. */
export const atList = { atList: true } as const;

/** Whether it is whole days of the viewer's orgs, as it nearly always is: from one midnight to another. */
export const isDays = ({ from, to }: Span): boolean =>
  [from, to].every((moment) => Date.parse(midnightOf(dayOf(moment))) === Date.parse(moment));

/** The stretch that an address says, if it says one. */
export function spanIn(search: URLSearchParams): Span | null {
  const [from, to] = [search.get('from'), search.get('to')].map((text) => Date.parse(text ?? ''));
  return from !== undefined && to !== undefined && from < to
    ? { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    : null;
}

/** The stretch of which the address wants to see events, and how to see all of them again. */
export function useSpan(): readonly [span: Span | null, clear: () => void] {
  const [search, setSearch] = useSearchParams();
  const clear = () =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('from');
        after.delete('to');
        return after;
      },
      { preventScrollReset: true },
    );
  return [spanIn(search), clear];
}
