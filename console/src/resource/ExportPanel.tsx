import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../api/notify-failure.ts';
import { readCell } from '../files/cell-text.ts';
import { csvOf, type Cell } from '../files/csv.ts';
import { saveFile } from '../files/save.ts';
import { formatNumber } from '../ui/format.ts';
import { IconDownload } from '../ui/icons.ts';
import type { Column, ListVariables, Resource } from './define-resource.ts';

/** Rows that the API gives at once, at most. */
const pageSize = 200;
/** Rows of a file: each page is asked for by itself, and all of it is in the browser before it is saved. */
const maxRows = 100_000;

export interface ExportPanelProps<Row extends { id: string }, Data> {
  resource: Resource<Row, Data>;
  /** What the list is of: the file's name begins with it. */
  label: string;
  /** Those that show. */
  columns: readonly Column<Row>[];
  /** What the list asks for, whichever page of it shows. */
  variables: ListVariables;
  total: number | undefined;
}

/** The whole list as a file: exactly its columns, its filters and its order, each cell saying what it says on the screen. */
export function ExportPanel<Row extends { id: string }, Data>(props: ExportPanelProps<Row, Data>) {
  const { resource, label, columns, total } = props;
  const { t, i18n } = useTranslation([resource.name, 'common']);
  const { collect, done, stop, isRunning, drawing } = useCollected(props);
  const tooMany = total !== undefined && total > maxRows;
  const count = (value: number) => formatNumber(value, i18n.language);

  async function handleExport() {
    try {
      const rows = await collect();
      if (rows) {
        const header = columns.map(({ id }) => t(`fields.${id}`));
        saveFile(csvOf([header, ...rows]), 'text/csv', `${label.toLowerCase()}-${today()}.csv`);
      }
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <Stack gap="sm">
      <Text fz="sm">
        {tooMany
          ? t('common:list.export.tooMany', { max: count(maxRows) })
          : t('common:list.export.what', { count: total ?? 0, shown: count(total ?? 0) })}
      </Text>
      <Group gap="xs">
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isRunning}
          disabled={tooMany || !total}
          onClick={() => void handleExport()}
        >
          {t('common:list.export.csv')}
        </Button>
        {isRunning && (
          <Button variant="default" onClick={stop}>
            {t('common:actions.discard')}
          </Button>
        )}
      </Group>
      {isRunning && (
        <div role="status">
          <Progress value={total ? (done / total) * 100 : 0} aria-label={t('common:list.export.progress')} mb={4} />
          <Text fz="sm" c="dimmed">
            {t('common:list.export.done', { done: count(done), total: count(total ?? 0) })}
          </Text>
        </div>
      )}
      {drawing}
    </Stack>
  );
}

const today = () => new Intl.DateTimeFormat('sv-SE').format(new Date());

/**
 * Fetches the list page by page, draws each as the list does where nobody sees it, and reads what the cells say: so that no kind
 * has to say a second time how it is told.
 */
function useCollected<Row extends { id: string }, Data>({ resource, columns, variables }: ExportPanelProps<Row, Data>) {
  const client = useApolloClient();
  const [holder] = useState(() => document.createElement('table'));
  const [drawn, setDrawn] = useState<readonly Row[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  /** Null when it was stopped. */
  async function collect(): Promise<Cell[][] | null> {
    const { signal } = (abort.current = new AbortController());
    const { first: _first, after: _after, last: _last, before: _before, ...asked } = variables;
    const rows: Cell[][] = [];
    setDone(0);
    try {
      for (let after: string | null | undefined = null; after !== undefined;) {
        const { data } = await client.query({
          query: resource.query,
          variables: { ...asked, first: pageSize, after },
          fetchPolicy: 'no-cache',
        });
        if (signal.aborted || !data) {
          return null;
        }
        const page = resource.select(data);
        flushSync(() => setDrawn(page.nodes));
        rows.push(...[...holder.rows].map((row) => [...row.cells].map(readCell)));
        setDone(rows.length);
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
      }
      return rows;
    } finally {
      setDrawn([]);
      setDone(null);
    }
  }

  const drawing = createPortal(
    <tbody>
      {drawn.map((row) => (
        <tr key={row.id}>
          {columns.map(({ id, cell }) => (
            <td key={id}>{cell(row)}</td>
          ))}
        </tr>
      ))}
    </tbody>,
    holder,
  );
  return { collect, done: done ?? 0, isRunning: done !== null, stop: () => abort.current?.abort(), drawing };
}
