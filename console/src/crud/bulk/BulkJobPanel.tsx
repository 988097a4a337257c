import { Alert, Anchor, Button, CloseButton, Group, Stack, Text, Title } from '@mantine/core';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bulkOutcomes, type BulkOutcome } from '@noa/domain/bulk.ts';
import type { BulkJobQuery } from '../../api/generated/graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { CancelBulkJobDocument } from '../../api/mutations/generated/cancel-bulk-job.graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { useViewer } from '../../session/viewer.ts';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import { actorName } from '../../ui/values/actor.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { Outdated } from '../list/Outdated.tsx';
import { Pending } from '../list/Pending.tsx';
import tables from '../list/RecordTable.module.css';
import { useGrowingList } from '../list/use-growing-list.tsx';
import { useJobFeed } from '../use-job-feed.ts';
import classes from './Bulk.module.css';
import { BulkStateBadge } from './BulkStateBadge.tsx';
import { BulkJobChangedDocument, BulkJobDocument, BulkResultsDocument } from './bulk.graphql.ts';

export type Job = NonNullable<BulkJobQuery['bulkJob']>;

const isOpen = (state: Job['state'] | undefined) => state === 'queued' || state === 'running';

interface Props {
  id: string;
  linkTo: (recordId: string) => string;
  onClose: () => void;
}

/** A bulk job above the list it changes: how far it is, and then what became of each record. */
export function BulkJobPanel({ id, linkTo, onClose }: Props) {
  const { t } = useTranslation(['bulk', 'common']);
  const viewer = useViewer();
  const client = useApolloClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const { data, error, refetch, updateQuery, startPolling, stopPolling } = useQuery(BulkJobDocument, {
    variables: { id, ...viewer.sees },
    fetchPolicy: 'cache-and-network',
  });
  const job = data?.bulkJob;
  const open = isOpen(job?.state);
  const known = job !== undefined && job !== null;

  useJobFeed({
    query: BulkJobChangedDocument,
    id,
    runs: open,
    onData: ({ bulkJobChanged }) =>
      updateQuery(({ bulkJob }) => (bulkJob ? { bulkJob: { ...bulkJob, ...bulkJobChanged } as Job } : undefined)),
    startPolling,
    stopPolling,
  });

  const ended = known && !open;
  useEffect(
    function showChanges() {
      // A short job may have ended before it was looked at, and what is listed below was read before it began.
      if (ended) {
        void client.refetchQueries({ include: 'active' });
      }
    },
    [ended, client, id],
  );

  useEffect(
    function focusHeading() {
      if (known) {
        heading.current?.focus();
      }
    },
    [known, id],
  );

  if (!job) {
    return <Pending error={error} refetch={refetch} permission="bulk:run" height={120} />;
  }
  return (
    <section className={classes.panel} aria-labelledby={headingId}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm">
            <Title order={2} fz="md" id={headingId} ref={heading} tabIndex={-1} className={classes.heading}>
              {t(`actions.${job.action}.title`)}
            </Title>
            <span role="status">
              <BulkStateBadge state={job.state} />
            </span>
          </Group>
          <CloseButton size="lg" onClick={onClose} aria-label={t('common:actions.close')} />
        </Group>
        <Outdated error={error} refetch={refetch} />
        <Told job={job} />
        {job.state === 'failed' && (
          <Alert color="red" role="alert">
            {t([`bulk:${job.failure}`, 'bulk:bulk.failures.internal'])}
          </Alert>
        )}
        {open && <Progress job={job} />}
        {!open && <BulkResults key={job.id} job={job} linkTo={linkTo} />}
      </Stack>
    </section>
  );
}

/** What the job was told to do, by whom. */
function Told({ job }: { job: Job }) {
  const { t } = useTranslation(['bulk', 'common']);
  const target =
    job.accessGroup?.name ??
    job.manager?.name ??
    (job.accessMode && t(`accessMode.${job.accessMode}`)) ??
    (job.action === 'move_entrances_to_manager' ? t('fields.nobody') : job.reason);
  return (
    <Text fz="sm" c="dimmed">
      {target && `${target} · `}
      {actorName(job.createdBy, t)} · <Moment at={job.createdAt} />
    </Text>
  );
}

function Progress({ job }: { job: Job }) {
  const { t, i18n } = useTranslation('bulk');
  const [cancel, { loading }] = useMutation(CancelBulkJobDocument, {
    variables: { id: job.id },
    onError: notifyFailure,
  });
  const n = (value: number) => formatNumber(value, i18n.language);
  return (
    <Stack gap={6} maw={560}>
      <progress aria-label={t('progress.label')} value={job.done} max={job.total} />
      <Group justify="space-between">
        <Text fz="sm" c="dimmed">
          {t('progress.done', { count: job.total, done: n(job.done), n: n(job.total) })}
          {typeof job.secondsLeft === 'number' && ` · ${t('progress.left', { count: job.secondsLeft })}`}
        </Text>
        <Button variant="default" size="xs" loading={loading} onClick={() => void cancel()}>
          {t('progress.stop')}
        </Button>
      </Group>
    </Stack>
  );
}

interface BulkResultsProps {
  job: Job;
  linkTo: (recordId: string) => string;
}

/** Problems first: they are what is left to do. */
const order: readonly BulkOutcome[] = ['refused', 'changed', 'unchanged'];

/** What became of the records, one line each. */
function BulkResults({ job, linkTo }: BulkResultsProps) {
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

function Lines({ job, outcome, linkTo }: BulkResultsProps & { outcome: BulkOutcome }) {
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
