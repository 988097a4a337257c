import type { ListExport } from '@noa/domain/list-export.ts';
import type { ReportRequest } from '@noa/domain/reporting/report-input.ts';
import type { ExportFormat, ExportLocale } from '@noa/domain/reporting/report.ts';

/** How a report is written. */
export interface FileStyle {
  readonly format: ExportFormat;
  readonly locale: ExportLocale;
}

/** What a file was asked to hold, as data that any server can make it from; moments become text on their way through JSON. */
export type AskedFile =
  | {
      /** The figures of a report, or the records that it counts. */
      readonly kind: 'report' | 'records';
      readonly report: string;
      readonly request: ReportRequest;
      readonly style: FileStyle;
      /** As it was called when it was asked for: its days are those of who asked. Absent from what a server of a former version was asked. */
      readonly fileName?: string;
    }
  | {
      readonly kind: 'list';
      readonly list: ListExport;
      /** As it was called when it was asked for: it has the day in it. */
      readonly fileName: string;
      /** Where a record does not tell the zone of its org. */
      readonly zone: string;
    }
  | { readonly kind: 'kept'; readonly id: string; readonly style: FileStyle; readonly fileName?: string }
  | {
      /** Everything of an org; the room `archive/` makes it. */
      readonly kind: 'archive';
      readonly orgId: string;
      readonly purpose: string;
      readonly fileName: string;
    }
  | {
      /** All that is kept of an apartment's occupier. */
      readonly kind: 'resident';
      readonly apartmentId: string;
      readonly purpose: string;
      readonly locale: ExportLocale;
      readonly fileName: string;
    };
