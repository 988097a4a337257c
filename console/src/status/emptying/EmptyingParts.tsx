import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { markEmptied, type Emptying } from './use-emptying.ts';
import { part } from '../../loading/part.ts';

const BulkBar = part(async () => (await import('../../crud/bulk/BulkBar.tsx')).BulkBar, null);
const BulkDialog = part(async () => (await import('../../crud/bulk/BulkDialog.tsx')).BulkDialog, null);
const BulkJobPanel = part(
  async () => (await import('../../crud/bulk/BulkJobPanel.tsx')).BulkJobPanel,
  <LoadingScreen />,
);

const offers = [markEmptied];
const noFilter = {};

/** How far the marking is that was started, and what could not be marked and why. */
export function EmptyingJob({ emptying: { jobId, showJob } }: { emptying: Emptying }) {
  return jobId && <BulkJobPanel id={jobId} linkTo={paths.containers.view} onClose={() => showJob(null)} />;
}

interface ActionsProps {
  emptying: Emptying;
  /** What else may be done with the rows that are picked. */
  children?: ReactNode;
}

/** What can be done with the rows that are picked, and the question before one is marked. */
export function EmptyingActions({ emptying, children }: ActionsProps) {
  const { selection, single, discard, showJob } = emptying;
  return (
    <>
      {selection && selection.picked.size > 0 && (
        // What the list matches depends on the hour, so it is picked page by page and not all at once.
        <BulkBar
          offers={offers}
          selection={selection}
          total={selection.picked.size}
          filter={noFilter}
          onStarted={showJob}
        >
          {children}
        </BulkBar>
      )}
      {single && (
        <BulkDialog offer={markEmptied} selection={single} filter={noFilter} onClose={discard} onStarted={showJob} />
      )}
    </>
  );
}
