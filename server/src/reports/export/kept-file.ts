import { reportInput } from '@noa/domain/reporting/report-input.ts';
import { parseInput } from '@noa/domain/input.ts';
import type { KeptContent } from '../kept/kept-report.service.ts';
import type { FileStyle } from './asked-file.ts';
import type { Download } from './downloads.ts';
import { fileNameOf, openFile, type FileSubject } from './report-file.ts';
import { shownKeptRows } from './shown-rows.ts';
import { fileZone } from './files/table-file.ts';

const subjectOf = ({ report, input: { from, to } }: KeptContent): FileSubject => ({
  report,
  from: new Date(from),
  to: new Date(to),
});

export const keptFileNameOf = (kept: KeptContent, style: FileStyle, zone: string): string =>
  fileNameOf(subjectOf(kept), style, zone);

/** A kept run as a file: as one of the report would have been then, whatever has become of what it counts. */
export function openKeptFile(kept: KeptContent, style: FileStyle): Download {
  const names = new Map(kept.labels.map(({ value, text }) => [value, text]));
  const piece = { rows: kept.rows.map((row) => [...row]), totals: kept.totals };
  return openFile(subjectOf(kept), style, {
    rows: () => shownKeptRows(piece, kept.input, names, style.locale),
    about: () => ({
      report: kept.report,
      isOfRecords: false,
      asked: parseInput(reportInput, { ...kept.input, from: new Date(kept.input.from), to: new Date(kept.input.to) }),
      names,
      timeZones: [fileZone],
      freshAsOf: new Date(kept.freshAsOf),
      completeness: kept.completeness,
      whoKnownFrom: kept.whoKnownFrom ? new Date(kept.whoKnownFrom) : null,
      leavesOut: null, // how far its maker could see is not kept
      madeBy: kept.keptBy,
      madeAt: new Date(kept.keptAt),
    }),
  });
}
