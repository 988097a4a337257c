import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { parseAsString, useQueryState } from 'nuqs';
import { NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { useIsHere } from '../../crud/use-leave.ts';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { PastJobs } from './PastJobs.tsx';
import { UploadStep } from './UploadStep.tsx';
import { part } from '../../loading/part.ts';

const JobView = part(async () => (await import('./JobView.tsx')).JobView);

/** Brings lists of tower blocks in, step by step; the job in the address survives a reload and may be opened elsewhere. */
export function Component() {
  const viewer = useViewer();
  const isHere = useIsHere();
  const [job, setJob] = useQueryState('job', parseAsString.withOptions({ history: 'push' }));

  return (
    <Page title={useScreenTitle()}>
      {!viewer.may('import:run') && <NotAllowed permission="import:run" />}
      {viewer.may('import:run') && job === null && (
        <>
          <UploadStep onUploaded={(id) => isHere() && void setJob(id)} />
          <PastJobs />
        </>
      )}
      {viewer.may('import:run') && job !== null && (
        <Suspense fallback={<Skeleton h={240} />}>
          <JobView key={job} id={job} onLeave={() => void setJob(null)} />
        </Suspense>
      )}
    </Page>
  );
}
