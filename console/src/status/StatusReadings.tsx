import { useTranslation } from 'react-i18next';
import { measuredKinds } from '@noa/domain/status-kinds.ts';
import type { ContainerReadingsQuery } from '../api/generated/graphql.ts';
import { Outdated } from '../crud/list/Outdated.tsx';
import { Pending } from '../crud/list/Pending.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { IconContainer } from '../ui/icons.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { StatusLevelBadge } from '../ui/badges/StatusLevelBadge.tsx';
import { ReadingValue } from './ReadingValue.tsx';
import classes from './StatusReadings.module.css';
import { useContainerStatus } from './use-container-status.ts';

type Status = NonNullable<NonNullable<ContainerReadingsQuery['container']>['status']>;
type Reading = Status['readings'][number];

/** What is known of a container's state: the newest of each kind, each with its age. */
export function StatusReadings({ containerId }: { containerId: string }) {
  const { t } = useTranslation(['statusUpdates', 'common']);
  const { status, isAnswered, error, refetch } = useContainerStatus(containerId);

  // That nothing was known before says nothing of now.
  if (!isAnswered || (error && !status?.readings.length)) {
    return <Pending error={error} refetch={refetch} permission="statusUpdate:read" height={120} />;
  }
  if (!status || status.readings.length === 0) {
    return <EmptyState icon={IconContainer} title={t('nothingKnown')} />;
  }
  return (
    <>
      <Outdated error={error} refetch={refetch} />
      <dl className={classes.readings}>
        {status.readings.map((reading) => (
          <ReadingTile key={reading.kind} reading={reading} />
        ))}
      </dl>
    </>
  );
}

/** A measure that is too old is no longer one: what it was is told beside it. */
function ReadingTile({ reading: { kind, level, value, at, isStale } }: { reading: Reading }) {
  const { t } = useTranslation(['statusUpdates', 'common']);
  const unknown = isStale && measuredKinds.includes(kind);
  const said = <ReadingValue kind={kind} value={value} />;
  return (
    <div data-unknown={unknown || undefined}>
      <dt>{t(`kinds.${kind}`)}</dt>
      <dd>
        <StatusLevelBadge level={unknown ? null : level} />
        {value && (
          <span className={classes.value}>
            {unknown ? (
              <>
                ({t('was')} {said})
              </>
            ) : (
              said
            )}
          </span>
        )}
        <span className={classes.age}>
          <Moment at={at} />
        </span>
      </dd>
    </div>
  );
}
