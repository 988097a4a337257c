import { useLocation, type To } from 'react-router';
import { reportGroupings, reportMetrics, type ReportMetric } from '@noa/domain/reporting/report.ts';
import { useAddress } from '../../../ui/page/use-address.ts';
import type { CellKey, CellLink } from './rows/cells.ts';

/** Which figure the address opens: `records=event_count&cell=month:2026-02,entrance:…`. */
export interface Figure {
  readonly metric: ReportMetric;
  /** The row it stands in; none for a total. */
  readonly keys: readonly CellKey[];
  /** Where the page of its records begins; null on the first. */
  readonly after: string | null;
}

const params = { metric: 'records', keys: 'cell', after: 'recordsAfter' } as const;

/** Numbers stay numbers: an hour, a day of the week, a year. */
const numbered = ['hour', 'day_of_month', 'day_of_week', 'day_of_year', 'year'];

const writeKey = ({ grouping, value }: CellKey) => `${grouping}:${value ?? ''}`;

function readKey(text: string): CellKey[] {
  const [name, ...rest] = text.split(':');
  const grouping = reportGroupings.find((each) => each === name);
  const value = rest.join(':');
  if (!grouping) {
    return [];
  }
  return [{ grouping, value: value === '' ? null : numbered.includes(grouping) ? Number(value) : value }];
}

/** The figure that an address opens; undefined when it shows the table. */
export function readFigure(address: URLSearchParams): Figure | undefined {
  const metric = reportMetrics.find((each) => each === address.get(params.metric));
  const keys = (address.get(params.keys) ?? '').split(',').flatMap(readKey);
  return metric && { metric, keys, after: address.get(params.after) };
}

/** The address of a figure's records: the report's own, and which figure. */
export function figureSearch(search: string, keys: readonly CellKey[], metric: ReportMetric): string {
  const address = new URLSearchParams(search);
  address.delete(params.after);
  address.delete(params.keys);
  address.set(params.metric, metric);
  if (keys.length > 0) {
    address.set(params.keys, keys.map(writeKey).join(','));
  }
  return `?${address.toString()}`;
}

/** The address of the table that a figure stands in. */
export function tableSearch(search: string): To {
  const address = new URLSearchParams(search);
  Object.values(params).forEach((name) => address.delete(name));
  return { search: address.toString() };
}

/** Lets each figure of a report lead to its records. */
export function useFigureLink(): CellLink {
  const { search } = useLocation();
  return (keys, metric) => ({ search: figureSearch(search, keys, metric) });
}

/** Goes to another page of a figure's records; null is the first. */
export type GoToRecords = (after: string | null, history?: 'push' | 'replace') => void;

/** The figure in the address, and how to go to another page of its records. */
export function useFigure(): [Figure | undefined, GoToRecords] {
  const [address, setAddress] = useAddress();
  return [readFigure(address), (after, history) => setAddress({ [params.after]: after }, history)];
}
