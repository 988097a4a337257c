import { failureText } from '../../api/failure.ts';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ListEmpty, ListFailed } from '../../crud/list/ListEmpty.tsx';
import tables from '../../crud/list/RecordTable.module.css';
import { handleRowKeys } from '../../crud/list/row-keys.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { PageButtons } from '../../ui/page/PageButtons.tsx';
import { phone, useDensity } from '../../ui/preferences.ts';
import classes from './ContainerStatus.module.css';
import type { Overview } from './overview.ts';
import { StatusCard, StatusRow, type RowProps } from './StatusRow.tsx';
import type { OverviewControls } from './use-overview.ts';
import type { Statuses } from './use-statuses.ts';

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const columns = ['container', 'level', 'fill', 'battery', 'heard'] as const;

interface Props {
  statuses: Statuses;
  controls: OverviewControls;
  pointed: string | null;
  onPoint: (id: string | null) => void;
}

const isNarrowed = ({ q, level, stream, stale, bbox }: Overview) =>
  q !== '' || level !== null || stream !== null || stale || bbox !== null;

/** The list's side of the screen: it says everything, without the map. */
export function StatusList({ statuses, controls, pointed, onPoint }: Props) {
  const { t, i18n } = useTranslation(['containerStatus', 'containers', 'common']);
  const { overview } = controls;
  const { data, failure, loading, mark } = statuses.list;
  const connection = data?.containerStatuses;
  const lost = failure?.fields['after'] !== undefined || failure?.fields['before'] !== undefined;
  useEffect(function recoverCursor() {
    if (lost) {
      controls.dropCursor();
    }
  });

  return (
    <Stack gap="sm" component="section" className={classes.side} aria-label={t('list.label')} aria-busy={loading}>
      <div className={tables.bar} data-on={(loading && connection !== undefined) || undefined} />
      {connection && connection.nodes.length > 0 && (
        <Group gap="xs" justify="space-between">
          <Text fz="sm" c="dimmed" aria-live="polite">
            {t('list.total', {
              count: connection.totalCount,
              value: formatNumber(connection.totalCount, i18n.language),
            })}
          </Text>
          {isNarrowed(overview) && (
            <Button variant="subtle" size="compact-sm" onClick={controls.reset}>
              {t('common:actions.resetFilters')}
            </Button>
          )}
        </Group>
      )}
      {failure && !lost && !connection && (
        <ListFailed failure={failure} permission="statusUpdate:read" onRetry={statuses.refresh} />
      )}
      {failure && !lost && connection && (
        <Alert color="red" title={t('common:failure.title')} role="alert">
          {failureText(t, failure)}
        </Alert>
      )}
      {!connection && loading && (
        <Stack gap={8} role="status" aria-label={t('common:loading.screen')}>
          {skeletonRows.map((key) => (
            <Skeleton key={key} height={44} />
          ))}
        </Stack>
      )}
      {connection?.nodes.length === 0 && (
        <ListEmpty
          name="containers"
          narrowed={isNarrowed(overview)}
          imported={false}
          add={null}
          onReset={controls.reset}
        />
      )}
      {connection && connection.nodes.length > 0 && (
        <>
          <Rows stale={loading || failure !== undefined} pointed={pointed}>
            {connection.nodes.map((row) => ({ row, changes: statuses.changes, mark, onPoint }))}
          </Rows>
          <PageButtons label={t('common:pager.label')} pageInfo={connection.pageInfo} onPage={controls.goTo} />
        </>
      )}
    </Stack>
  );
}

interface RowsProps {
  stale: boolean;
  pointed: string | null;
  children: readonly Omit<RowProps, 'pointed'>[];
}

function Rows({ stale, pointed, children }: RowsProps) {
  const { t } = useTranslation('containerStatus');
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const [density] = useDensity();
  if (isPhone) {
    return (
      <ul className={classes.cards} aria-label={t('list.label')} data-stale={stale || undefined}>
        {children.map((props) => (
          <StatusCard key={props.row.id} {...props} pointed={props.row.id === pointed} />
        ))}
      </ul>
    );
  }
  return (
    // Keys are followed here for the row links inside, which have the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table
      className={tables.table}
      data-density={density}
      data-stale={stale || undefined}
      aria-label={t('list.label')}
      onKeyDown={handleRowKeys}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`fields.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody data-chunk>
        {children.map((props) => (
          <StatusRow key={props.row.id} {...props} pointed={props.row.id === pointed} />
        ))}
      </tbody>
    </table>
  );
}
