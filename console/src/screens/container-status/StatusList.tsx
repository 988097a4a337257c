import { Alert, Button, Stack } from '@mantine/core';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../api/failure.ts';
import { handleSelectKeys } from '../../crud/bulk/select-keys.ts';
import { SelectPage } from '../../crud/bulk/SelectBox.tsx';
import type { Selection } from '../../crud/bulk/use-selection.ts';
import { knownPage } from '../../crud/known-page.ts';
import { ListEmpty, ListFailed } from '../../crud/list/ListEmpty.tsx';
import tables from '../../crud/list/RecordTable.module.css';
import { handleRowKeys } from '../../crud/list/row-keys.ts';
import { isPageLost, useLostPage } from '../../crud/use-lost-page.tsx';
import { withoutFilters } from '../../ui/page/filter-adder.ts';
import { PageButtons } from '../../ui/page/PageButtons.tsx';
import { phone, useDensity, useViewport } from '../../ui/preferences.ts';
import classes from './ContainerStatus.module.css';
import { EmptyingActions } from '../../status/emptying/EmptyingParts.tsx';
import { StatusCard, StatusRow, type RowProps } from './StatusRow.tsx';
import { isNarrowed, StatusTotal } from './tools/StatusTotal.tsx';
import type { Emptying } from '../../status/emptying/use-emptying.ts';
import type { OverviewControls } from './use-overview.ts';
import type { Statuses } from './use-statuses.ts';
import { part } from '../../loading/part.ts';
import { SkeletonRows } from '../../crud/list/Pending.tsx';

const AddToRoute = part(async () => (await import('../collection-route/AddToRoute.tsx')).AddToRoute);

interface Props {
  statuses: Statuses;
  controls: OverviewControls;
  emptying: Emptying;
  /** There the first container stands as high as it can: what is said of the list stands below it. */
  isPhone: boolean;
  pointed: string | null;
  onPoint: (id: string | null) => void;
}

/** The list's side of the screen: it says everything, without the map. */
export function StatusList({ statuses, controls, emptying, isPhone, pointed, onPoint }: Props) {
  const { t } = useTranslation(['containerStatus', 'containers', 'common']);
  const { overview } = controls;
  const { data, failure, loading, stale, mark } = statuses.list;
  const connection = knownPage(data?.containerStatuses, !stale);
  // Fifty rows are made in between what else is to be done: a key that is pressed meanwhile is answered.
  const rows = useDeferredValue(connection?.nodes);
  const isMaking = rows !== connection?.nodes;
  const isAnswered = !loading && !stale;
  const lost = isPageLost([overview.after, overview.before], failure, isAnswered ? connection : undefined);
  const notice = useLostPage(lost, controls.dropCursor);

  return (
    <Stack
      gap="sm"
      component="section"
      className={`${classes.side} ${classes.listSide}`}
      aria-label={t('list.label')}
      aria-busy={loading || isMaking}
    >
      <div className={tables.bar} data-on={(loading && connection !== undefined) || undefined} />
      {notice}
      {failure && !lost && !connection && (
        <ListFailed failure={failure} permission="statusUpdate:read" onRetry={statuses.refresh} />
      )}
      {failure && !lost && connection && (
        <Alert color="red" title={t('common:failure.title')} role="alert">
          {failureText(t, failure)}
          <Button mt="xs" display="block" size="xs" variant="default" onClick={statuses.refresh}>
            {t('common:actions.retry')}
          </Button>
        </Alert>
      )}
      {!rows && (loading || isMaking) && <SkeletonRows height={44} />}
      {connection && rows?.length === 0 && !lost && (
        <ListEmpty
          name="containers"
          narrowed={isNarrowed(overview)}
          imported
          add={null}
          onReset={withoutFilters(controls.reset)}
        />
      )}
      {connection && rows && rows.length > 0 && (
        <>
          <StatusRows stale={loading || failure !== undefined} pointed={pointed} selection={emptying.selection}>
            {rows.map((row) => ({
              row,
              changes: statuses.changes,
              mark,
              onPoint,
              onEmptied: emptying.markOne,
            }))}
          </StatusRows>
          {isPhone && <StatusTotal statuses={statuses} controls={controls} />}
          <EmptyingActions emptying={emptying}>
            <AddToRoute ids={[...(emptying.selection?.picked.keys() ?? [])]} />
          </EmptyingActions>
          <PageButtons label={t('common:pager.label')} pageInfo={connection.pageInfo} onPage={controls.goTo} />
        </>
      )}
    </Stack>
  );
}

const columns = ['container', 'level', 'fill', 'battery', 'heard'] as const;

interface StatusRowsProps {
  stale: boolean;
  pointed: string | null;
  selection: Selection | undefined;
  children: readonly Omit<RowProps, 'pointed' | 'selection'>[];
}

/** The containers of a page: rows of one line each, or cards on a phone. */
function StatusRows({ stale, pointed, selection, children }: StatusRowsProps) {
  const { t } = useTranslation('containerStatus');
  const isPhone = useViewport(phone);
  const [density] = useDensity();
  if (isPhone) {
    return (
      <ul className="plain" aria-label={t('list.label')} data-stale={stale || undefined}>
        {children.map((props) => (
          <StatusCard key={props.row.id} {...props} selection={selection} pointed={props.row.id === pointed} />
        ))}
      </ul>
    );
  }
  return (
    // Keys are followed here for the row links inside, which have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table
      className={`${tables.table} ${classes.table}`}
      data-density={density}
      data-stale={stale || undefined}
      aria-label={t('list.label')}
      onKeyDown={(event) => {
        handleRowKeys(event);
        handleSelectKeys(event, selection);
      }}
    >
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={tables.select}>
              <SelectPage selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <th key={column} scope="col" className={column === 'heard' ? classes.signalCell : undefined}>
              {t(`fields.${column}`)}
            </th>
          ))}
          {selection && (
            <th scope="col">
              <span className="visually-hidden">{t('fields.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody data-chunk>
        {children.map((props) => (
          <StatusRow key={props.row.id} {...props} selection={selection} pointed={props.row.id === pointed} />
        ))}
      </tbody>
    </table>
  );
}
