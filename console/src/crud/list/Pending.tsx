import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Permission } from '@noa/domain/permissions.ts';
import { describeFailure } from '../../api/failure.ts';
import { ListFailed } from './ListEmpty.tsx';

interface Props {
  /** What the query threw, if it has. */
  error: unknown;
  /** Asks once more. */
  refetch: () => unknown;
  permission: Permission;
  /** Where one goes from what is not there. */
  list?: string;
  /** Pixels that the answer will take, about. */
  height?: number;
}

/** What stands where a query's answer will: that it is on its way, or why there is none. */
export function Pending({ error, refetch, permission, list, height = 160 }: Props) {
  const { t } = useTranslation();
  return error ? (
    <ListFailed failure={describeFailure(error)} permission={permission} list={list} onRetry={() => void refetch()} />
  ) : (
    <Skeleton height={height} role="status" aria-label={t('loading.screen')} />
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** In place of rows that are on their way. @param height - pixels of one. */
export function SkeletonRows({ height }: { height: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap={8} role="status" aria-label={t('loading.screen')}>
      {skeletonRows.map((key) => (
        <Skeleton key={key} height={height} />
      ))}
    </Stack>
  );
}
