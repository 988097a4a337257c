import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ImportKind } from '@noa/domain/imports/import.ts';
import type { ImportJobQuery } from '../../api/generated/graphql.ts';
import { CancelImportDocument } from '../../api/mutations/generated/cancel-import.graphql.ts';
import { MapImportDocument } from '../../api/mutations/generated/map-import.graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { useJobFeed } from '../../crud/use-job-feed.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { CheckResult } from './CheckResult.tsx';
import { ColumnsStep } from './ColumnsStep.tsx';
import { CountsTable } from './CountsTable.tsx';
import classes from './Import.module.css';
import { ImportJobChangedDocument, ImportJobDocument } from './import.graphql.ts';
import { FormatFields } from './FormatFields.tsx';
import { JobState } from './JobState.tsx';
import { MatchReview } from './matches/MatchReview.tsx';
import { Preview } from './Preview.tsx';
import { ProblemList } from './problems/ProblemList.tsx';
import { Undone, UndoImport } from './UndoImport.tsx';
import { Steps, type Step } from './Steps.tsx';

export type Job = NonNullable<ImportJobQuery['importJob']>;

const isRunning = (state: Job['state'] | undefined) =>
  state === 'checking' || state === 'applying' || state === 'undoing';

interface Props {
  id: string;
  /** Goes back to the first step. */
  onLeave: () => void;
}

/** One import, at the step where it stands. */
export function JobView({ id, onLeave }: Props) {
  const { t } = useTranslation(['import', 'common']);
  const { data, error, refetch, updateQuery, startPolling, stopPolling } = useQuery(ImportJobDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const [isEdited, setIsEdited] = useState(false);
  const [cancel] = useMutation(CancelImportDocument, { variables: { id } });
  const job = data?.importJob;
  useJobFeed({
    query: ImportJobChangedDocument,
    id,
    runs: isRunning(job?.state),
    onData: ({ importJobChanged: changed }) => {
      if (isRunning(changed.state)) {
        updateQuery(({ importJob }) => (importJob ? { importJob: { ...importJob, ...changed } as Job } : undefined));
      } else {
        void refetch(); // what the run has led to is more than how far it is
      }
    },
    startPolling,
    stopPolling,
  });

  async function handleCancel() {
    await cancel().catch(notifyFailure);
    void refetch(); // refused or not: it may have ended meanwhile
  }

  if (!job) {
    return <Pending error={error} refetch={refetch} permission="import:run" list={paths.import} height={240} />;
  }
  const isOpen = job.state === 'uploaded' || job.state === 'checked' || job.state === 'failed';
  return (
    <Stack gap="md">
      <Outdated error={error} refetch={refetch} />
      <Steps at={stepOf(job)} />
      <Group gap="sm">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {job.fileName}
        </Text>
        <JobState state={job.state} />
        <Text c="dimmed" fz="sm">
          {[t(`kinds.${job.kind}.name`), job.org?.name].filter(Boolean).join(' · ')}
        </Text>
      </Group>
      {job.state === 'failed' && (
        <Alert color="red" role="alert" title={t('failed.title')}>
          {t([`import:${job.failure}`, 'failed.text'])}
        </Alert>
      )}
      {job.progress && (
        <RunProgress
          state={job.state}
          progress={job.progress}
          {...(job.state !== 'undoing' && { onStop: () => void handleCancel() })}
        />
      )}
      {isRunning(job.state) && !job.progress && <Text role="status">{t(`states.${job.state}`)}</Text>}
      {job.state === 'applied' && job.failure && (
        <Alert color="red" role="alert" title={t('undo.failed')}>
          {t([`import:${job.failure}`, 'failed.text'])}
        </Alert>
      )}
      {job.state === 'applied' && <Applied job={job} />}
      {job.state === 'applied' && job.undoableUntil && (
        <UndoImport id={id} until={job.undoableUntil} onChanged={() => void refetch()} />
      )}
      {job.state === 'undone' && job.undo && <Undone undo={job.undo} />}
      {job.state === 'cancelled' && <Text>{t('cancelled')}</Text>}
      {job.state === 'checked' && <CheckResult job={job} isEdited={isEdited} onChanged={() => void refetch()} />}
      {isDecidable(job) && job.state === 'uploaded' && <CheckAgain job={job} onChanged={() => void refetch()} />}
      {isDecidable(job) && <MatchReview job={job} onChanged={() => void refetch()} />}
      {isOpen && (
        <details className={classes.columns} open={stepOf(job) === 'columns'}>
          <summary>{t('mapping.reading')}</summary>
          <Stack gap="md">
            <FormatFields job={job} onChanged={() => void refetch()} />
            <Preview job={job} />
            <ColumnsStep
              key={JSON.stringify([job.sheet, job.encoding, job.headerRow, job.header])}
              job={job}
              onChanged={() => void refetch()}
              onEdited={setIsEdited}
            />
          </Stack>
        </details>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={onLeave}>
          {t('another')}
        </Button>
        {isOpen && (
          <Button variant="default" onClick={() => void handleCancel()}>
            {t('drop')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Whether the last dry run found addresses that a person may decide; what is all new leaves nothing to be decided. */
const isDecidable = ({ state, matchCounts: { same, probably } }: Job) =>
  (state === 'uploaded' || state === 'checked') && same + probably > 0;

function stepOf(job: Job): Step {
  switch (job.state) {
    case 'uploaded':
      // A decision asks for another dry run, not for other columns.
      return isDecidable(job) ? 'check' : 'columns';
    case 'failed':
      return 'columns';
    case 'checking':
    case 'checked':
      return 'check';
    default:
      return 'apply';
  }
}

/** Lists in which what came in is to be seen; the address tree has none, it shows where addresses are picked. */
const resultsOf = {
  buildings: ['towerBlocks', 'entrances'],
  managers: ['managers'],
  accessGroups: ['accessGroups'],
  containerGroups: ['containerGroups'],
  containers: ['containers'],
  cards: ['cards'],
  occupiers: ['entrances'],
  members: ['orgs', 'managers'],
  siruta: [],
} as const satisfies Record<ImportKind, readonly (keyof typeof paths)[]>;

/** What it did, and where that is to be seen. */
function Applied({ job }: { job: Job }) {
  const { t, i18n } = useTranslation('import');
  const timings = job.timings as { milliseconds: number } | null;
  return (
    <Stack gap="sm">
      <Alert color="green" role="status" title={t('applied.title')}>
        {timings && t('applied.text', { seconds: formatNumber(timings.milliseconds / 1_000, i18n.language) })}
      </Alert>
      {job.counts && <CountsTable counts={job.counts} done />}
      {job.counts && job.counts.problems > 0 && (
        <>
          <Text>{t('problems.title', { count: job.counts.problems })}</Text>
          <ProblemList
            id={job.id}
            kind={job.kind}
            total={job.counts.problems + job.counts.warnings}
            hasBadRows
            fileName={job.fileName}
          />
        </>
      )}
      <Group gap="md">
        {resultsOf[job.kind as ImportKind].map((kind) => (
          <Anchor key={kind} component={Link} to={paths[kind].list}>
            {t(`applied.${kind}`)}
          </Anchor>
        ))}
      </Group>
    </Stack>
  );
}

interface RunProgressProps {
  state: Job['state'];
  progress: NonNullable<Job['progress']>;
  /** Absent for what has to go on. */
  onStop?: () => void;
}

/** How far the run is, how long it will still take, and a way to stop it. */
function RunProgress({ state, progress: { done, total, secondsLeft }, onStop }: RunProgressProps) {
  const { t, i18n } = useTranslation('import');
  const label = t(`states.${state}`);
  return (
    <Stack gap={6} maw={560}>
      <Text role="status">{label}</Text>
      <progress aria-label={label} value={done} max={total} />
      <Group justify="space-between">
        <Text fz="sm" c="dimmed">
          {t('progress.rows', {
            count: total,
            done: formatNumber(done, i18n.language),
            total: formatNumber(total, i18n.language),
          })}
          {typeof secondsLeft === 'number' && ` · ${t('progress.left', { count: secondsLeft })}`}
        </Text>
        {onStop && (
          <Button variant="default" size="xs" onClick={onStop}>
            {t('progress.stop')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface CheckAgainProps {
  job: Pick<Job, 'id' | 'mapping' | 'createMissing'>;
  onChanged: () => void;
}

/** Says that a decision has changed what would be written, and starts the dry run that shows it. */
function CheckAgain({ job: { id, mapping, createMissing }, onChanged }: CheckAgainProps) {
  const { t } = useTranslation('import');
  const [check, { loading }] = useMutation(MapImportDocument, {
    variables: { id, mapping, createMissing },
    onError: notifyFailure,
    onCompleted: onChanged,
  });
  return (
    <Alert color="orange" role="status" title={t('matches.again.title')}>
      <Stack gap="xs" align="flex-start">
        <Text fz="sm">{t('matches.again.text')}</Text>
        <Button loading={loading} onClick={() => void check()}>
          {t('mapping.again')}
        </Button>
      </Stack>
    </Alert>
  );
}
