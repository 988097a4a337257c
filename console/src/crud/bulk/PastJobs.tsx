import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { bulkActions, type BulkAction } from '@noa/domain/bulk.ts';
import { recordPaths } from '../../paths.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import { actorName } from '../../ui/values/actor.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { useGrowingList } from '../list/use-growing-list.tsx';
import classes from './Bulk.module.css';
import { BulkStateBadge } from './BulkStateBadge.tsx';
import { BulkJobsDocument } from './bulk.graphql.ts';

/** What was done to many records before, newest first. */
export function PastJobs({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation(['bulk', 'common']);
  const { page, pending, more } = useGrowingList({
    query: BulkJobsDocument,
    variables: {},
    select: ({ bulkJobs }) => bulkJobs,
    permission: 'bulk:run',
    more: t('past.more'),
  });
  const jobs = page?.nodes;
  const n = (value: number) => formatNumber(value, i18n.language);

  return (
    <Dialog title={t('past.title')} onClose={onClose} as="drawer">
      <Stack>
        {!page && pending}
        {jobs?.length === 0 && <Text>{t('past.none')}</Text>}
        <ul className={`plain ${classes.past}`}>
          {jobs?.map(({ id, action, state, total, refused, createdBy, createdAt }) => (
            <li key={id}>
              <Group gap="sm">
                <Anchor component={Link} to={jobAddress(action, id)} onClick={onClose}>
                  {t(`actions.${action}.title`)}
                </Anchor>
                <BulkStateBadge state={state} />
              </Group>
              <Text fz="sm" c="dimmed">
                {t('past.rows', { count: total, n: n(total) })}
                {refused > 0 && ` · ${t('past.problems', { count: refused, n: n(refused) })}`} ·{' '}
                {actorName(createdBy, t)} · <PlainMoment at={createdAt} />
              </Text>
            </li>
          ))}
        </ul>
        {more}
      </Stack>
    </Dialog>
  );
}

/** A job is looked at above the list of what it changed. */
const jobAddress = (action: BulkAction, id: string) => `${recordPaths(bulkActions[action].kind)?.list}?job=${id}`;
