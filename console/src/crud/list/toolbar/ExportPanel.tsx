import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { listExportLimits } from '@noa/domain/list-export.ts';
import { exportFormats, type ExportFormat } from '@noa/domain/reporting/report.ts';
import { notifyFailure } from '../../../api/notify-failure.ts';
import { CreateListExportDocument } from '../../../api/mutations/generated/create-list-export.graphql.ts';
import { fetchFile } from '../../../files/save.ts';
import { useFileLocale } from '../../../files/use-file-locale.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import { IconDownload } from '../../../ui/icons.ts';
import type { Column, ListVariables } from '../../define-resource.ts';

interface Props<Row> {
  /** The kind: the query that gives its list, and the namespace of its texts. */
  name: string;
  /** What the list is of: the file's name begins with it. */
  label: string;
  /** Those that show. */
  columns: readonly Column<Row>[];
  /** What the list is narrowed and ordered by, and of which moment it is. */
  asked: Pick<ListVariables, 'filter' | 'sort'> & { readonly asOf?: string };
  total: number | undefined;
}

/** The whole list as a file that the server makes: exactly its columns, its filters and its order, in the words of the screen. */
export function ExportPanel<Row>({ name, label, columns, asked, total }: Props<Row>) {
  const spaces = columns.flatMap(({ words }) => words?.texts.split(':')[0] ?? []);
  const { t, i18n } = useTranslation([name, 'common', ...spaces]);
  const locale = useFileLocale();
  const [createExport, { loading }] = useMutation(CreateListExportDocument, {
    onCompleted: (data) => fetchFile(data.createListExport),
    onError: notifyFailure,
  });
  const tooMany = total !== undefined && total > listExportLimits.rows;
  const count = (value: number) => formatNumber(value, i18n.language);

  function handleExport(format: ExportFormat) {
    const input = {
      list: name,
      arguments: asked,
      title: label,
      columns: columns.map(({ id, from = [id], words }) => ({
        label: t(`fields.${id}`),
        paths: [...from],
        words: words?.values.map((value) => ({ value, text: t(`${words.texts}.${value}`) })) ?? null,
      })),
      format,
      locale,
    };
    void createExport({ variables: { input } });
  }

  return (
    <Stack gap="sm">
      <Text fz="sm">
        {tooMany
          ? t('common:list.export.tooMany', { max: count(listExportLimits.rows) })
          : t('common:list.export.what', { count: total ?? 0, shown: count(total ?? 0) })}
      </Text>
      <Group gap="xs">
        {exportFormats.map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={tooMany || !total || loading}
            onClick={() => handleExport(format)}
          >
            {t('common:list.export.download', { format })}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
