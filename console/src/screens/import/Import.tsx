import { Anchor, Skeleton, Stack, Title } from '@mantine/core';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import tables from '../../crud/list/RecordTable.module.css';
import { useGrowingList } from '../../crud/list/use-growing-list.tsx';
import { useIsHere } from '../../crud/use-leave.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { actorName } from '../../ui/values/actor.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { ImportJobsDocument } from './import.graphql.ts';
import classes from './Import.module.css';
import { JobState } from './JobState.tsx';
import { UploadStep } from './UploadStep.tsx';
import { part } from '../../loading/part.ts';

const JobView = part(async () => (await import('./JobView.tsx')).JobView, <Skeleton h={240} />);

/** Brings lists of tower blocks in, step by step; the job in the address survives a reload and may be opened elsewhere. */
export function Component() {
  const isHere = useIsHere();
  const [job, setJob] = useQueryState('job', parseAsString.withOptions({ history: 'push' }));

  return (
    <Page title={useScreenTitle()}>
      {job === null ? (
        <>
          <UploadStep onUploaded={(id) => isHere() && void setJob(id)} />
          <PastJobs />
        </>
      ) : (
        <JobView key={job} id={job} onLeave={() => void setJob(null)} />
      )}
    </Page>
  );
}

/** What was imported before, newest first; nothing while nothing was. */
function PastJobs() {
  const { t, i18n } = useTranslation(['import', 'common']);
  const { page, pending, failure, more } = useGrowingList({
    query: ImportJobsDocument,
    variables: {},
    select: ({ importJobs }) => importJobs,
    permission: 'import:run',
    more: t('past.more'),
  });
  const jobs = page?.nodes ?? [];
  if (jobs.length === 0) {
    return failure ? pending : null;
  }
  return (
    <Stack gap="xs" mt="md">
      <Title order={2} fz="md">
        {t('past.title')}
      </Title>
      <div className={`${classes.scroll} ${classes.past}`} role="region" aria-label={t('past.title')} tabIndex={0}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">{t('past.file')}</th>
              <th scope="col">{t('past.kind')}</th>
              <th scope="col">{t('past.state')}</th>
              <th scope="col">{t('past.org')}</th>
              <th scope="col" data-numeric>
                {t('past.rows')}
              </th>
              <th scope="col">{t('past.by')}</th>
              <th scope="col">{t('past.at')}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ id, kind, fileName, state, org, counts, createdBy, createdAt }) => (
              <tr key={id}>
                <td>
                  <Anchor component={Link} to={`${paths.import}?job=${id}`} fz="sm">
                    {fileName}
                  </Anchor>
                </td>
                <td>{t(`kinds.${kind}.name`)}</td>
                <td className={classes.state}>
                  <JobState state={state} />
                </td>
                <td>{org?.name}</td>
                <td data-numeric>{counts && formatNumber(counts.rows, i18n.language)}</td>
                <td>{actorName(createdBy, t)}</td>
                <td>
                  <PlainMoment at={createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </Stack>
  );
}
