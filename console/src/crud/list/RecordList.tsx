import { Button, NativeSelect, Stack } from '@mantine/core';
import { Suspense, useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Permission } from '@noa/domain/permissions.ts';
import { describeFailure } from '../../api/failure.ts';
import { useQuery } from '../../api/use-query.ts';
import { useViewer } from '../../session/viewer.ts';
import { PageButtons, type PageInfo } from '../../ui/page/PageButtons.tsx';
import { keepAsOf } from '../../ui/values/as-of.ts';
import { withoutFilters } from '../../ui/page/filter-adder.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { phone, useHiddenColumns, useViewport } from '../../ui/preferences.ts';
import { kindOf, type Resource } from '../define-resource.ts';
import { isNarrowed, pageSizes, parseSort, toVariables, type PageSize } from './list-state.ts';
import { ListEmpty, ListFailed } from './ListEmpty.tsx';
import { Outdated } from './Outdated.tsx';
import { SkeletonRows } from './Pending.tsx';
import { ListToolbar } from './toolbar/ListToolbar.tsx';
import { useAskedMoment } from '../history/moment.ts';
import { MomentBanner } from '../history/MomentBanner.tsx';
import { RecordTable } from './rows/RecordTable.tsx';
import classes from './RecordTable.module.css';
import { useBulk } from '../bulk/use-bulk.ts';
import { useDefaultView } from '../saved-views/use-default-view.ts';
import { useListState, type ListControls } from './use-list-state.ts';
import { knownPage } from '../known-page.ts';
import { isPageLost, useLostPage } from '../use-lost-page.tsx';
import { part } from '../../loading/part.ts';

interface Props<Row extends { id: string }, Data> {
  resource: Resource<Row, Data>;
  label: string;
  /** Conditions the list always has, by the names of the API's filter: the parent of a related list. */
  fixed?: Readonly<Record<string, string>>;
  /** The button that adds a record, where one may; on its own page a list has it beside the title. */
  add?: ReactNode;
  addInList?: boolean;
  onTotal?: (total: number | undefined) => void;
}

const BulkBar = part(async () => (await import('../bulk/BulkBar.tsx')).BulkBar, null);
const BulkJobPanel = part(async () => (await import('../bulk/BulkJobPanel.tsx')).BulkJobPanel, <LoadingScreen />);

// Not for every list.
const FilterChips = part(async () => (await import('../filters/FilterChips.tsx')).FilterChips);
const IgnoredNotice = part(async () => (await import('../filters/IgnoredNotice.tsx')).IgnoredNotice);
const ExportPanel = part(async () => (await import('./toolbar/ExportPanel.tsx')).ExportPanel, <LoadingScreen />);
// Only phones need them.
const RecordCards = part(async () => (await import('./rows/RecordCards.tsx')).RecordCards);

const noFilters = [] as const;
/** A list of records with everything around it; its state is in the address. */
export function RecordList<Row extends { id: string }, Data>(props: Props<Row, Data>) {
  const { resource, label, fixed, add, addInList, onTotal } = props;
  const { name, filters: declared = noFilters } = resource;
  const viewer = useViewer();
  const isPhone = useViewport(phone);
  const [hidden, setHidden] = useHiddenColumns(
    name,
    resource.columns.flatMap(({ id, rare }) => (rare ? [id] : [])),
  );
  const moment = useAskedMoment(resource.may.read);
  const isAllowed = ({ may, present }: { may?: Permission; present?: boolean }) =>
    (!may || viewer.may(may)) && !(present && moment.asOf !== null);
  const allowed = resource.columns.filter(isAllowed);
  const columns = allowed.filter(({ id, action }, index) => index === 0 || action || !hidden.includes(id));
  const filters = declared.filter((filter) => isAllowed(filter) && !(fixed && filter.id in fixed));
  const controls = useListState(declared, {
    filters,
    sorts: allowed.flatMap(({ sort }) => sort ?? []),
    defaultSort: resource.defaultSort,
  });
  const { state } = controls;

  useDefaultView(fixed ? null : kindOf(resource), setHidden);
  const variables = toVariables(state, filters, fixed);
  const asked = { ...variables, ...viewer.sees, ...moment.variables };
  const { data, previousData, error, loading, refetch } = useQuery(resource.query, {
    variables: asked,
    // The cache knows records by their id, and is of the present.
    fetchPolicy: moment.asOf === null ? 'cache-and-network' : 'no-cache',
    notifyOnNetworkStatusChange: true,
  });
  const shown = data ?? previousData;
  const connection = knownPage(shown && resource.select(shown), data !== undefined);
  // A hundred rows are made in between what else is to be done: a key that is pressed meanwhile is answered.
  const rows = useDeferredValue(connection?.nodes);
  const isMaking = rows !== connection?.nodes;
  const failure = error && describeFailure(error);
  const stale = (loading && data === undefined) || failure !== undefined;
  const { offers, selection, jobId, showJob } = useBulk(
    moment.asOf === null ? resource.bulk : undefined,
    connection?.nodes,
    variables.filter,
    stale,
  );

  const isAnswered = !loading && data !== undefined;
  const lost = isPageLost([state.after, state.before], failure, isAnswered ? connection : undefined);
  const notice = useLostPage(lost, controls.dropCursor);

  const total = connection?.totalCount;
  useEffect(
    function reportTotal() {
      onTotal?.(total);
    },
    [onTotal, total],
  );

  const Rows = isPhone ? RecordCards : RecordTable;
  const handleRetry = () => void refetch();

  return (
    <Stack gap={8}>
      {jobId && <BulkJobPanel id={jobId} linkTo={resource.paths.view} onClose={() => showJob(null)} />}
      <ListToolbar
        name={name}
        filters={filters}
        controls={controls}
        columns={allowed}
        hidden={hidden}
        onHide={setHidden}
        add={addInList && add}
        exporting={
          <ExportPanel
            name={name}
            label={label}
            columns={columns.filter(({ action }) => !action)}
            asked={{ filter: variables.filter ?? null, sort: variables.sort ?? null, ...moment.variables }}
            total={connection?.totalCount}
          />
        }
        kind={fixed ? null : kindOf(resource)}
        mayLookBack={moment.mayLookBack && !fixed}
        chips={
          <Suspense>{isNarrowed(state) && <FilterChips name={name} filters={filters} controls={controls} />}</Suspense>
        }
      />
      {!fixed && <MomentBanner moment={moment} />}
      <Suspense>{state.ignored.length > 0 && <IgnoredNotice name={name} controls={controls} />}</Suspense>
      {notice}
      {!lost && connection && <Outdated error={error} refetch={refetch} />}
      <div aria-busy={loading || isMaking}>
        <div className={classes.bar} data-on={(loading && connection !== undefined) || undefined} />
        {!rows && (loading || isMaking) && <SkeletonRows height={28} />}
        {!connection && failure && !lost && (
          <ListFailed failure={failure} permission={resource.may.read} onRetry={handleRetry} />
        )}
        {rows && rows.length > 0 && (
          <Suspense fallback={<LoadingScreen />}>
            <Rows
              name={name}
              label={label}
              columns={columns}
              rows={rows}
              linkTo={(id) => keepAsOf(resource.paths.view(id), moment.asOf)}
              sort={parseSort(state.sort)}
              onSort={controls.sortBy}
              stale={stale}
              selection={selection}
            />
          </Suspense>
        )}
        {connection && rows?.length === 0 && !lost && (
          <ListEmpty
            name={name}
            narrowed={isNarrowed(state)}
            imported={resource.imported ?? false}
            add={add}
            onReset={withoutFilters(controls.resetFilters)}
          />
        )}
      </div>
      {connection && selection && (selection.everything || selection.picked.size > 0) && (
        <BulkBar
          offers={offers}
          selection={selection}
          total={connection.totalCount}
          filter={variables.filter ?? {}}
          onStarted={showJob}
        />
      )}
      {connection && rows && rows.length > 0 && <Pager pageInfo={connection.pageInfo} controls={controls} />}
      {selection && !fixed && <PastJobsButton />}
    </Stack>
  );
}

/** Back and forth through a list, and how much of it at once. */
function Pager({ pageInfo, controls }: { pageInfo: PageInfo; controls: ListControls }) {
  const { t } = useTranslation();
  return (
    <PageButtons
      label={t('pager.label')}
      pageInfo={pageInfo}
      onPage={(cursor) => {
        controls.goTo(cursor);
        window.scrollTo({ top: 0 });
      }}
    >
      <NativeSelect
        aria-label={t('pager.size')}
        value={String(controls.state.size)}
        onChange={(event) => controls.resize(Number(event.currentTarget.value) as PageSize)}
        data={pageSizes.map((size) => ({ value: String(size), label: t('pager.rows', { count: size }) }))}
      />
    </PageButtons>
  );
}

const PastJobs = part(async () => (await import('../bulk/PastJobs.tsx')).PastJobs, <LoadingScreen />);

/** Opens what was done to many records before. */
function PastJobsButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="xs" onClick={() => setOpen(true)} style={{ alignSelf: 'start' }}>
        {t('list.pastJobs')}
      </Button>
      {open && <PastJobs onClose={() => setOpen(false)} />}
    </>
  );
}
