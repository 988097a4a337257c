import type { ApolloClient } from '@apollo/client';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allPages } from '../../../api/all-pages.ts';
import { useQuery } from '../../../api/use-query.ts';
import { csvOf } from '../../../files/csv.ts';
import { saveFile } from '../../../files/save.ts';
import { Pending } from '../../../crud/list/Pending.tsx';
import tables from '../../../crud/list/RecordTable.module.css';
import { formatNumber } from '../../../ui/values/format.ts';
import { DownloadButton } from '../DownloadButton.tsx';
import classes from '../Import.module.css';
import { ImportBadRowsDocument, ImportProblemsDocument } from '../import.graphql.ts';
import { groupProblems, type ProblemGroup } from './group-problems.ts';
import { useProblemReason, type Problem } from '../problem-reason.ts';

/** Rows of a page of the API, at most: as many problems are shown, and the file has them all. */
const pageSize = 200;

/** Every problem that was kept of a dry run. */
const listAllProblems = (client: ApolloClient, id: string) =>
  allPages(client, ImportProblemsDocument, { id, first: pageSize }, ({ importJob }) => importJob?.problems);

interface Props {
  id: string;
  kind: string;
  total: number;
  /** Whether rows were left out, and not only remarked on. */
  hasBadRows: boolean;
  fileName: string;
}

/** The first problems, by what is wrong, and all of them as a file. */
export function ProblemList({ id, kind, total, hasBadRows, fileName }: Props) {
  const { t, i18n } = useTranslation(['import', 'common']);
  const client = useApolloClient();
  const reasonOf = useProblemReason(kind);
  const { data, error, refetch } = useQuery(ImportProblemsDocument, {
    variables: { id, first: pageSize },
    fetchPolicy: 'cache-and-network',
  });
  const problems = data?.importJob?.problems.nodes ?? [];

  async function download() {
    const all = await listAllProblems(client, id);
    const rows = all.map((each) => {
      const { where, what } = reasonOf(each);
      return [String(each.rowNumber), where, each.value ?? '', each.isWarning ? `${t('warnings.mark')} ${what}` : what];
    });
    const header = [t('problems.row'), t('problems.column'), t('problems.value'), t('problems.reason')];
    saveFile(csvOf([header, ...rows]), 'text/csv', `${fileName.replace(/\.[^.]*$/, '')}-erori.csv`);
  }

  if (!data) {
    return <Pending error={error} refetch={refetch} permission="import:run" />;
  }
  return (
    <Stack gap="xs">
      <div className={classes.scroll} role="region" aria-label={t('problems.label')} tabIndex={0}>
        <table
          className={`${tables.table} ${classes.problems}`}
          data-density="compact"
          aria-label={t('problems.label')}
        >
          <thead>
            <tr>
              <th scope="col" data-numeric>
                {t('problems.row')}
              </th>
              <th scope="col">{t('problems.value')}</th>
              <th scope="col">{t('problems.other')}</th>
            </tr>
          </thead>
          {groupProblems(problems).map((group) => (
            <ProblemGroupRows key={group.key} kind={kind} group={group} />
          ))}
        </table>
      </div>
      <Group gap="sm">
        <DownloadButton label={t('problems.download')} download={download} />
        {hasBadRows && <BadRows id={id} kind={kind} fileName={fileName} />}
        {total > problems.length && (
          <Text fz="sm" c="dimmed">
            {t('problems.shown', {
              shown: formatNumber(problems.length, i18n.language),
              total: formatNumber(total, i18n.language),
            })}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

/** Rows shown of a group before more are asked for. */
const rowsAtFirst = 5;

/** What is wrong in one column for one reason, what may be done about it, and the rows that have it. */
function ProblemGroupRows({ kind, group: { first, problems } }: { kind: string; group: ProblemGroup }) {
  const { t, i18n } = useTranslation('import');
  const [isOpen, setIsOpen] = useState(false);
  const reasonOf = useProblemReason(kind);
  const proposal = useProblemProposal(kind)(first);
  const shown = isOpen ? problems : problems.slice(0, rowsAtFirst);
  return (
    <tbody>
      <tr className={classes.group}>
        <th scope="rowgroup" colSpan={3}>
          {first.isWarning && `${t('warnings.mark')} `}
          {reasonOf({ ...first, otherRow: null, proposals: [] }).whole}
          <Text span fz="sm" c="dimmed">
            {' · '}
            {t('problems.rows', { count: problems.length, shown: formatNumber(problems.length, i18n.language) })}
          </Text>
          {proposal && (
            <Text fz="sm" className={classes.proposal}>
              {proposal}
            </Text>
          )}
        </th>
      </tr>
      {shown.map(({ rowNumber, value, otherRow, proposals }) => (
        <tr key={`${rowNumber} ${otherRow}`}>
          <td data-numeric>{formatNumber(rowNumber, i18n.language)}</td>
          <td>{value || t('problems.nothing')}</td>
          <td>
            {otherRow && t('problems.see', { row: formatNumber(otherRow, i18n.language) })}
            {proposals.length > 0 && t('problems.candidates', { list: proposals.join('; ') })}
          </td>
        </tr>
      ))}
      {shown.length < problems.length && (
        <tr>
          <td />
          <td colSpan={2}>
            <Anchor component="button" type="button" fz="sm" onClick={() => setIsOpen(true)}>
              {t('problems.all', { count: problems.length, shown: formatNumber(problems.length, i18n.language) })}
            </Anchor>
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface BadRowsProps {
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
function BadRows({ id, kind, fileName }: BadRowsProps) {
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
      problems
        .get(number)
        ?.map((each) => reasonOf(each).whole)
        .join('; ') ?? t('badRows.beside'),
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

/** Says of a problem what may be done about it; undefined where the reason says all there is to say. */
function useProblemProposal(kind: string): (problem: Problem) => string | undefined {
  const { t, i18n } = useTranslation(['import', 'common', 'apartments', 'cards']);
  return ({ field, reason }) => {
    const name = reason.replace(/^\w+\./, '');
    const words = field && wordsOf(t, kind, field);
    if (name === 'unknownWord' && words) {
      return t('proposals.words', {
        words: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(words),
      });
    }
    return t([`proposals.${field}.${name}`, `proposals.${name}`], { defaultValue: '' }) || undefined;
  };
}

type Translate = ReturnType<typeof useTranslation>['t'];

/** The words that a closed list's column may hold; undefined for a column that is none. */
function wordsOf(t: Translate, kind: string, field: string): string[] | undefined {
  const texts =
    kind === 'buildings' || kind === 'occupiers'
      ? { occupierKind: 'apartments' }[field]
      : kind === 'cards' && field === 'kind'
        ? 'cards'
        : 'common';
  const values: unknown = texts && t(`${texts}:values.${field}`, { returnObjects: true, defaultValue: null });
  return values !== null && typeof values === 'object' ? Object.values(values as Record<string, string>) : undefined;
}
