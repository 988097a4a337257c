import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat, ReportInput } from '../../api/generated/graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { fetchFile } from '../../files/save.ts';
import { CreateExportDocument } from './report.graphql.ts';

export const exportFormats = ['CSV', 'XLSX'] as const satisfies ExportFormat[];

/** The language of a file: that of the screen. */
export function useFileLocale(): 'ro' | 'en' {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'ro';
}

/** Takes a report away: its whole table, not just the page that shows, or in its place what the figures count. */
export function useExport(report: string, input: ReportInput) {
  const locale = useFileLocale();
  const [createExport, { loading }] = useMutation(CreateExportDocument);

  async function takeAway(format: ExportFormat, records = false): Promise<void> {
    try {
      const { data } = await createExport({ variables: { input: { report, input, records, format, locale } } });
      if (data) {
        fetchFile(data.createExport);
      }
    } catch (error) {
      notifyFailure(error);
    }
  }
  return { takeAway, loading };
}
