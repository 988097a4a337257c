import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportFormat, ReportInput } from '../../api/generated/graphql.ts';
import { IconDownload } from '../../ui/icons.ts';
import { useExport } from './use-export.ts';

interface Props {
  name: string;
  input: ReportInput;
  format: ExportFormat;
  /** Why there is nothing to export. */
  disabledBecause: string | undefined;
}

/** The key of each format. */
const exportKeys = { CSV: 'V', XLSX: 'X' } as const satisfies Record<ExportFormat, string>;

/** Lets the whole table be taken away. */
export function ExportButton({ name, input, format, disabledBecause }: Props) {
  const { t } = useTranslation('reports');
  const { takeAway, loading } = useExport(name, input);
  return (
    <Button
      variant="default"
      aria-keyshortcuts={exportKeys[format]}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={loading}
      disabled={disabledBecause !== undefined}
      title={disabledBecause}
      onClick={() => void takeAway(format)}
    >
      {t('export', { format })}
    </Button>
  );
}
