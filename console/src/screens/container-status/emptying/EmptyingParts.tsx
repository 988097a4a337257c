import { lazy, Suspense } from 'react';
import { paths } from '../../../paths.ts';
import { LoadingScreen } from '../../../ui/page/LoadingPage.tsx';
import { markEmptied, type Emptying } from './use-emptying.ts';

const AddToRoute = lazy(async () => ({
  default: (await import('../../collection-route/AddToRoute.tsx')).AddToRoute,
}));
const BulkBar = lazy(async () => ({ default: (await import('../../../crud/bulk/BulkBar.tsx')).BulkBar }));
const BulkDialog = lazy(async () => ({ default: (await import('../../../crud/bulk/BulkDialog.tsx')).BulkDialog }));
const BulkJobPanel = lazy(async () => ({
  default: (await import('../../../crud/bulk/BulkJobPanel.tsx')).BulkJobPanel,
}));

const offers = [markEmptied];
const noFilter = {};

/** How far the marking is that was started, and what could not be marked and why. */
export function EmptyingJob({ emptying: { jobId, showJob } }: { emptying: Emptying }) {
  return (
    jobId && (
      <Suspense fallback={<LoadingScreen />}>
        <BulkJobPanel id={jobId} linkTo={paths.containers.view} onClose={() => showJob(null)} />
      </Suspense>
    )
  );
}

/** What can be done with the rows that are picked, and the question before one row is marked. */
export function EmptyingActions({ emptying }: { emptying: Emptying }) {
  const { selection, single, discard, showJob } = emptying;
  return (
    <Suspense fallback={null}>
      {selection && selection.picked.size > 0 && (
        // What the list matches depends on the hour, so it is picked page by page and not all at once.
        <BulkBar
          offers={offers}
          selection={selection}
          total={selection.picked.size}
          filter={noFilter}
          onStarted={showJob}
        >
          <AddToRoute ids={[...selection.picked.keys()]} />
        </BulkBar>
      )}
      {single && (
        <BulkDialog
          offer={markEmptied}
          selection={single}
          filter={noFilter}
          onClose={discard}
          onStarted={(id) => {
            discard();
            showJob(id);
          }}
        />
      )}
    </Suspense>
  );
}
