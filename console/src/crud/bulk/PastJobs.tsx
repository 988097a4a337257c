import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bulkActions, type BulkKind } from '@noa/domain/bulk.ts';
import { append } from '../../api/append.ts';
import { describeFailure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { ListFailed } from '../list/ListEmpty.tsx';
import classes from './Bulk.module.css';
import { BulkStateBadge } from './BulkStateBadge.tsx';
import { BulkJobsDocument } from './bulk.graphql.ts';

/** A job is looked at above the list of what it changed. */
const lists = {
  card: paths.cards.list,
  container: paths.containers.list,
  containerGroup: paths.containerGroups.list,
  accessGroup: paths.accessGroups.list,
  entrance: paths.entrances.list,
} as const satisfies Record<BulkKind, string>;

/** What was done to many records before, newest first. */
export function PastJobs({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation(['bulk', 'common']);
  const { data, error, refetch, fetchMore } = useQuery(BulkJobsDocument, { fetchPolicy: 'cache-and-network' });
  const jobs = data?.bulkJobs.nodes;
  const n = (value: number) => formatNumber(value, i18n.language);
  const after = data?.bulkJobs.pageInfo.hasNextPage ? data.bulkJobs.pageInfo.endCursor : null;

  function handleMore() {
    void fetchMore({
      variables: { after },
      updateQuery: append('bulkJobs'),
    });
  }

  return (
    <Dialog title={t('past.title')} onClose={onClose} as="drawer">
      <Stack>
        {error && !data && (
          <ListFailed failure={describeFailure(error)} permission="bulk:run" onRetry={() => void refetch()} />
        )}
        {jobs?.length === 0 && <Text>{t('past.none')}</Text>}
        <ul className={classes.past}>
          {jobs?.map(({ id, action, state, total, refused, createdBy, createdAt }) => (
            <li key={id}>
              <Group gap="sm">
                <Anchor component={Link} to={`${lists[bulkActions[action].kind]}?job=${id}`} onClick={onClose}>
                  {t(`actions.${action}.title`)}
                </Anchor>
                <BulkStateBadge state={state} />
              </Group>
              <Text fz="sm" c="dimmed">
                {t('past.rows', { count: total, n: n(total) })}
                {refused > 0 && ` · ${t('past.problems', { count: refused, n: n(refused) })}`} · {createdBy} ·{' '}
                <PlainMoment at={createdAt} />
              </Text>
            </li>
          ))}
        </ul>
        {after && (
          <Button variant="default" onClick={handleMore} style={{ alignSelf: 'start' }}>
            {t('past.more')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}
