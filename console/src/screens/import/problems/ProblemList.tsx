import { Group, Stack, Text } from '@mantine/core';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../api/use-query.ts';
import { csvOf } from '../../../files/csv.ts';
import { saveFile } from '../../../files/save.ts';
import { Pending } from '../../../crud/list/Pending.tsx';
import tables from '../../../crud/list/RecordTable.module.css';
import { formatNumber } from '../../../ui/values/format.ts';
import { BadRows } from '../BadRows.tsx';
import { DownloadButton } from '../DownloadButton.tsx';
import { fieldLabel } from '../field-label.ts';
import classes from '../Import.module.css';
import { ImportProblemsDocument } from '../import.graphql.ts';
import { groupProblems } from './group-problems.ts';
import { listAllProblems } from '../list-problems.ts';
import type { Problem } from '../problem-reason.ts';
import { ProblemGroupRows } from './ProblemGroupRows.tsx';

/** Problems shown, as many as a page of the API has; the file has them all. */
const shownProblems = 200;

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
  const { data, error, refetch } = useQuery(ImportProblemsDocument, {
    variables: { id, first: shownProblems },
    fetchPolicy: 'cache-and-network',
  });
  const problems = data?.importJob?.problems.nodes ?? [];

  const field = ({ field: name, column }: Problem) => column ?? (name ? fieldLabel(t, kind, name) : '');
  const reason = ({ reason: key, isWarning, otherRow, proposals }: Problem) =>
    [
      isWarning && t('warnings.mark'),
      t([`import:${key}`, `common:${key}`]),
      otherRow && t('problems.otherRow', { row: otherRow }),
      proposals.length > 0 && t('problems.candidates', { list: proposals.join('; ') }),
    ]
      .filter(Boolean)
      .join(' ');

  async function download() {
    const all = await listAllProblems(client, id);
    const rows = all.map((each) => [String(each.rowNumber), field(each), each.value ?? '', reason(each)]);
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
