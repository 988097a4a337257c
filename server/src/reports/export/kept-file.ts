import type { KeptContent } from '../kept/kept-report.service.ts';
import type { Download } from './downloads.ts';
import { fileNameOf, openFile, type FileStyle, type FileSubject } from './report-file.ts';
import { shownKeptRows } from './shown-rows.ts';

const subjectOf = ({ report, input: { from, to } }: KeptContent): FileSubject => ({
  report,
  from: new Date(from),
  to: new Date(to),
});

export const keptFileNameOf = (kept: KeptContent, style: FileStyle): string => fileNameOf(subjectOf(kept), style);

/** A kept run as a file: as one of the report would have been then, whatever has become of what it counts. */
export function openKeptFile(kept: KeptContent, style: FileStyle): Download {
  const names = new Map(kept.labels.map(({ value, text }) => [value, text]));
  const piece = { rows: kept.rows.map((row) => [...row]), totals: kept.totals };
  return openFile(shownKeptRows(piece, kept.input, names, style.locale), subjectOf(kept), style);
}
