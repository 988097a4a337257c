import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '@noa/domain/permissions.ts';
import { IconNone } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Line, Lines } from '../../ui/page/Lines.tsx';
import { useAddress } from '../../ui/page/use-address.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { SearchInput } from '../list/SearchInput.tsx';
import { useGrowingList, type GrowingPage } from '../list/use-growing-list.tsx';
import classes from './People.module.css';

export interface PeoplePage<Person> extends GrowingPage<Person> {
  readonly totalCount: number;
}

interface Props<Data, Person> {
  /** Namespace of the texts `count`, `more` and, where nobody is there at all, `empty`. */
  name: 'accounts' | 'members';
  query: TypedDocumentNode<Data, never>;
  /** What the query takes besides the words that are looked for. */
  of?: Readonly<Record<string, string>>;
  select: (data: NoInfer<Data>) => PeoplePage<Person> | null | undefined;
  permission: Permission;
  add?: ReactNode;
  /** @param refetch - to be called when it is a row no more. */
  children: (person: NoInfer<Person>, refetch: () => Promise<unknown>) => ReactNode;
}

/** People, found by a part of their name or address. */
export function PeopleList<Data, Person>({ name, query, of, select, permission, add, children }: Props<Data, Person>) {
  const { t, i18n } = useTranslation([name, 'common']);
  const [address, set] = useAddress();
  const q = address.get('q') ?? '';
  const variables = { ...of, q };
  const { page, pending, more, loading, refetch } = useGrowingList({
    query: query as TypedDocumentNode<Data, OperationVariables>,
    variables,
    select,
    permission,
    more: t('more'),
  });
  const isBare = q === '' && name === 'members';
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <SearchInput value={q} onSearch={(words) => set({ q: words || null }, 'replace')} />
        {page && !(isBare && page.nodes.length === 0) && add}
      </Group>
      {!page ? (
        pending
      ) : page.nodes.length === 0 ? (
        <EmptyState icon={IconNone} title={t(isBare ? 'empty.title' : 'common:list.noMatch')} actions={isBare && add}>
          {isBare && t('empty.text')}
        </EmptyState>
      ) : (
        <>
          <Text fz="sm" c="dimmed" aria-live="polite">
            {t('count', { count: page.totalCount, formatted: formatNumber(page.totalCount, i18n.language) })}
          </Text>
          <Lines busy={loading}>{page.nodes.map((person) => children(person, refetch))}</Lines>
        </>
      )}
      {more}
    </Stack>
  );
}

interface PersonProps {
  name: string;
  email?: string | null | undefined;
  /** What they are. */
  roles?: string;
  /** Since when they have not come, or that they may not. */
  standing: ReactNode;
  children: ReactNode;
}

/** One of them, with what may be done. */
export function PersonRow({ name, email, roles, standing, children }: PersonProps) {
  return (
    <Line
      what={
        <>
          <span className={classes.name}>{name}</span>
          {email && email !== name && <span className={classes.beside}>{email}</span>}
          {roles && <span className={classes.beside}>{roles}</span>}
        </>
      }
    >
      <div className={classes.seen}>{standing}</div>
      <div className={classes.done}>{children}</div>
    </Line>
  );
}
