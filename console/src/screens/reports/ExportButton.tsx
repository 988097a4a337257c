import { Button } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat, ReportInput } from '../../api/generated/graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { IconDownload } from '../../ui/icons.ts';
import { CreateExportDocument } from './report.graphql.ts';

interface Props {
  name: string;
  input: ReportInput;
  format: ExportFormat;
  /** What the figures count, in place of the figures. */
  ofRecords?: boolean;
  /** Why there is nothing to export. */
  disabledBecause: string | undefined;
}

/** Lets the whole table be taken away, not just the page that shows. */
export function ExportButton({ name, input, format, ofRecords = false, disabledBecause }: Props) {
  const { t, i18n } = useTranslation('reports');
  const [createExport, { loading }] = useMutation(CreateExportDocument);

  async function handleExport() {
    try {
      const locale = i18n.language === 'en' ? 'en' : 'ro';
      const { data } = await createExport({
        variables: { input: { report: name, input, records: ofRecords, format, locale } },
      });
      if (data) {
        download(data.createExport);
      }
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <Button
      variant={ofRecords ? 'subtle' : 'default'}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={loading}
      disabled={disabledBecause !== undefined}
      title={disabledBecause}
      onClick={() => void handleExport()}
    >
      {t(ofRecords ? 'records.export' : 'export', { format })}
    </Button>
  );
}

/** The browser fetches the file itself, so that it need not fit into memory. */
function download({ url, fileName }: { url: string; fileName: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
}
