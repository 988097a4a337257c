import { Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { phone, useViewport } from '../../ui/preferences.ts';
import classes from './LogList.module.css';
import type { GrowingList } from './use-growing-list.tsx';

export interface LogColumn<Entry> {
  /** What is said above it. */
  readonly head: string;
  readonly cell: (entry: Entry) => ReactNode;
}

interface TableProps<Entry> {
  label: string;
  /** Pixels below which it is scrolled sideways. */
  minWidth: number;
  columns: readonly LogColumn<Entry>[];
  entries: readonly Entry[];
}

/** A plain table of what was reported; on a phone a card for each line of it. */
export function LogTable<Entry extends { id: string }>({ label, minWidth, columns, entries }: TableProps<Entry>) {
  const isPhone = useViewport(phone);
  if (isPhone) {
    return (
      <ul className={`plain fingers ${classes.cards}`} aria-label={label}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <dl className={classes.card}>
              {columns.map(({ head, cell }) => (
                <div key={head}>
                  <dt>{head}</dt>
                  <dd>{cell(entry)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    );
  }
  return (
    // Nothing in it may take the focus: whoever has no pointer scrolls the box itself.
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': label } }}
    >
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ head }) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.id}>
              {columns.map(({ head, cell }) => (
                <Table.Td key={head}>{cell(entry)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface Props<Entry> extends Omit<TableProps<Entry>, 'entries'> {
  list: GrowingList<{ readonly nodes: readonly Entry[] }>;
  /** In place of a table without lines. */
  empty: ReactNode;
  /** Said above the table. */
  hint?: string;
}

/** What was reported, newest first, a page at a time. */
export function LogList<Entry extends { id: string }>({ list, empty, hint, ...table }: Props<Entry>) {
  const { page, pending, more } = list;
  if (!page) {
    return pending;
  }
  if (page.nodes.length === 0) {
    return empty;
  }
  return (
    <Stack>
      {hint && <Text>{hint}</Text>}
      <LogTable entries={page.nodes} {...table} />
      {more}
    </Stack>
  );
}
