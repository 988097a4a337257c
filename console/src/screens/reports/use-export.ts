import { useMutation } from '@apollo/client/react';
import type { ExportFormat, ReportInput } from '../../api/generated/graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { CreateExportDocument } from '../../api/mutations/generated/create-export.graphql.ts';
import { fetchFile } from '../../files/save.ts';
import { useFileLocale } from '../../files/use-file-locale.ts';

export const exportFormats = ['CSV', 'XLSX'] as const satisfies ExportFormat[];

/** Takes a report away: its whole table, not just the page that shows, or in its place what the figures count. */
export function useExport(report: string, input: ReportInput) {
  const locale = useFileLocale();
  const [createExport, { loading }] = useMutation(CreateExportDocument, {
    onCompleted: (data) => fetchFile(data.createExport),
    onError: notifyFailure,
  });

  const takeAway = (format: ExportFormat, records = false) =>
    void createExport({ variables: { input: { report, input, records, format, locale } } });
  return { takeAway, loading };
}
