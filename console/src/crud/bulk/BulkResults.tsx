import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bulkOutcomes, type BulkOutcome } from '@noa/domain/bulk.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { Tabs } from '../../ui/page/Tabs.tsx';
import tables from '../list/RecordTable.module.css';
import { useGrowingList } from '../list/use-growing-list.tsx';
import classes from './Bulk.module.css';
import type { Job } from './BulkJobPanel.tsx';
import { BulkResultsDocument } from './bulk.graphql.ts';

interface Props {
  job: Job;
  linkTo: (recordId: string) => string;
}

/** Problems first: they are what is left to do. */
const order: readonly BulkOutcome[] = ['refused', 'changed', 'unchanged'];

/** What became of the records, one line each. */
export function BulkResults({ job, linkTo }: Props) {
  const { t, i18n } = useTranslation('bulk');
  const shown = order.filter((outcome) => job[outcome] > 0);
  const [chosen, setChosen] = useState<BulkOutcome>();
  const open = chosen ?? shown[0];
  const n = (value: number) => formatNumber(value, i18n.language);
  return (
    <Stack gap="xs">
      <Text>{t(`actions.${job.action}.did`, { count: job.changed, n: n(job.changed) })}</Text>
      {job.state !== 'done' && job.done < job.total && (
        <Text fz="sm">{t('results.left', { count: job.total - job.done, n: n(job.total - job.done) })}</Text>
      )}
      {open && (
        <Tabs
          tabs={shown.map((id) => ({ id, label: t(`results.${id}`, { n: n(job[id]) }) }))}
          open={open}
          onOpen={(id) => setChosen(bulkOutcomes.find((outcome) => outcome === id))}
        >
          <Lines key={open} job={job} outcome={open} linkTo={linkTo} />
        </Tabs>
      )}
    </Stack>
  );
}

function Lines({ job, outcome, linkTo }: Props & { outcome: BulkOutcome }) {
  const { t } = useTranslation(['bulk', 'common']);
  const { page, pending, more } = useGrowingList({
    query: BulkResultsDocument,
    variables: { id: job.id, outcome },
    select: ({ bulkJob }) => bulkJob?.results,
    permission: 'bulk:run',
    more: t('results.more'),
    moreSize: 'xs',
  });
  const label = t(`results.label.${outcome}`);
  if (!page) {
    return pending;
  }
  return (
    <Stack gap="xs" pt="xs">
      <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
        <table className={tables.table} data-density="compact" aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('results.record')}</th>
              {outcome === 'refused' && <th scope="col">{t('results.reason')}</th>}
            </tr>
          </thead>
          <tbody>
            {page.nodes.map(({ recordId, label: name, reason }) => (
              <tr key={recordId}>
                <td>
                  {name === null || name === undefined ? (
                    recordId
                  ) : (
                    <Anchor component={Link} to={linkTo(recordId)} fz="sm">
                      {name}
                    </Anchor>
                  )}
                </td>
                {outcome === 'refused' && <td>{t([`bulk:${reason}`, `common:${reason}`])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </Stack>
  );
}
