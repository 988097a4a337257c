import { Text } from '@mantine/core';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvOf } from '../../files/csv.ts';
import { saveFile } from '../../files/save.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { ImportBadRowsDocument } from './import.graphql.ts';
import { listAllProblems } from './list-problems.ts';
import { useProblemReason } from './problem-reason.ts';

interface Props {
  id: string;
  kind: string;
  fileName: string;
}

interface BadRow {
  readonly number: number;
  readonly cells: readonly string[];
  /** What stands behind the last column. */
  readonly surplus?: readonly string[];
}

/** The rows that were left out as a file of the same columns, each with its reasons, and beside the good ones that they disagree with, to be mended and sent again. */
export function BadRows({ id, kind, fileName }: Props) {
  const { t } = useTranslation('import');
  const client = useApolloClient();
  const reasonOf = useProblemReason(kind);
  const [isOthers, setIsOthers] = useState(false);

  async function download() {
    // Never into the browser's cache: the rows may name people.
    const { data } = await client.query({
      query: ImportBadRowsDocument,
      variables: { id },
      fetchPolicy: 'no-cache',
    });
    const rows = data?.importJob?.badRows as readonly BadRow[] | null | undefined;
    if (!rows) {
      setIsOthers(true);
      return;
    }
    // What an address was taken apart into stands behind the file's own columns, and is none of them.
    const header = data?.importJob?.header.slice(0, rows[0]?.cells.length) ?? [];
    const problems = Map.groupBy(
      (await listAllProblems(client, id)).filter(({ isWarning }) => !isWarning),
      ({ rowNumber }) => rowNumber,
    );
    const written = rows.map(({ number, cells, surplus = [] }) => [
      ...header.map((_name, index) => cells[index] ?? ''),
      problems.get(number)?.map(reasonOf).join('; ') ?? t('badRows.beside'),
      ...surplus,
    ]);
    const name = fileName.replace(/\.[^.]*$/, '');
    saveFile(csvOf([[...header, t('badRows.reason')], ...written]), 'text/csv', t('badRows.file', { name }));
  }

  return (
    <>
      <DownloadButton label={t('badRows.download')} download={download} />
      {isOthers && (
        <Text role="alert" fz="sm" c="dimmed">
          {t('badRows.others')}
        </Text>
      )}
    </>
  );
}
