import type { TypedDocumentNode } from '@apollo/client';
import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Permission } from '@noa/domain/permissions.ts';
import { describeFailure } from '../../api/failure.ts';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { useViewer, ViewerContext } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { ListFailed } from '../list/ListEmpty.tsx';
import { Outdated } from '../list/Outdated.tsx';
import { asReader, MomentContext, useAskedMoment } from '../history/moment.ts';
import { MomentBanner } from '../history/MomentBanner.tsx';

interface Props<Data, Record> {
  /** Namespace of the kind's texts. */
  name: string;
  permission: Permission;
  query: TypedDocumentNode<Data, { id: string }>;
  select: (data: Data) => Record | null | undefined;
  /** The kind's list, where it has one. */
  list?: string;
  children: (record: Record, data: Data) => ReactNode;
}

/** Loads the record of the address, or says why it is not shown. */
export function RecordLoader<Data, Record>({ name, permission, query, select, list, children }: Props<Data, Record>) {
  const { t } = useTranslation([name, 'common']);
  const title = useScreenTitle();
  const { id = '' } = useParams();
  const viewer = useViewer();
  const moment = useAskedMoment(permission);
  const { data, error, refetch } = useQuery(query, {
    variables: { id, ...viewer.sees, ...moment.variables },
    // The cache knows records by their id, and is of the present.
    fetchPolicy: moment.asOf === null ? 'cache-and-network' : 'no-cache',
    nextFetchPolicy: moment.asOf === null ? 'cache-first' : 'no-cache',
  });
  const record = data && select(data);

  if (data && record) {
    return (
      <MomentContext value={moment}>
        <Outdated error={error} refetch={refetch} />
        <ViewerContext value={moment.asOf === null ? viewer : asReader(viewer)}>{children(record, data)}</ViewerContext>
      </MomentContext>
    );
  }
  return (
    <Page title={title} above={list ? [{ label: t('title'), to: list }] : []}>
      {error || data ? (
        <>
          <MomentBanner moment={moment} />
          <ListFailed
            failure={describeFailure(error)}
            permission={permission}
            list={list ?? paths.home}
            onRetry={() => void refetch()}
          />
        </>
      ) : (
        <Stack role="status" aria-label={t('common:loading.screen')}>
          <Skeleton height={24} width="40%" />
          <Skeleton height={120} />
          <Skeleton height={240} />
        </Stack>
      )}
    </Page>
  );
}
