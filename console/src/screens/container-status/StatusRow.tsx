import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import tables from '../../crud/list/RecordTable.module.css';
import { None, Quantity, Word } from '../../ui/values/cells.tsx';
import { Link } from '../../ui/page/Link.tsx';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { StatusLevelBadge } from '../../ui/badges/StatusLevelBadge.tsx';
import classes from './ContainerStatus.module.css';
import type { Reading, StatusChanges, Row } from './changes.ts';

export interface RowProps {
  row: Row;
  changes: StatusChanges;
  /** How far the changes were when the row was asked for. */
  mark: number;
  /** The container is pointed at on the map. */
  pointed: boolean;
  onPoint: (id: string | null) => void;
}

/** A row as it was asked for, with what has been reported since. */
function useChanged(row: Row, changes: StatusChanges, mark: number): Row {
  const change = useSyncExternalStore(changes.subscribe, () => changes.since(row.id, mark));
  return change
    ? {
        ...row,
        level: change.level,
        isSilent: change.isSilent,
        heardAt: change.heardAt ?? row.heardAt,
        readings: change.readings ?? row.readings,
      }
    : row;
}

const readingOf = ({ readings }: Row, kind: StatusUpdateKind) => readings.find((reading) => reading.kind === kind);

/** A percentage with its age; one too old to go by is not known, and says what it was. */
function Percent({ reading }: { reading: Reading | undefined }) {
  const { t } = useTranslation(['containerStatus', 'common']);
  if (!reading || reading.value === null || reading.value === undefined) {
    return <None />;
  }
  const said = <Quantity value={Number(reading.value)} unit="percent" />;
  return (
    <span className={classes.value} data-stale={reading.isStale || undefined}>
      {reading.isStale ? (
        <>
          {t('common:values.statusLevel.unknown')}
          <span className={classes.age}>
            {t('wasValue')} {said}
          </span>
        </>
      ) : (
        said
      )}
      <span className={classes.age}>
        <PlainMoment at={reading.at} />
      </span>
    </span>
  );
}

function LastSeen({ row: { heardAt, isSilent } }: { row: Row }) {
  const { t } = useTranslation('containerStatus');
  return (
    <span className={classes.value} data-stale={isSilent || undefined}>
      {heardAt ? <PlainMoment at={heardAt} /> : t('neverHeard')}
      {isSilent && heardAt && <span className={classes.age}>{t('silent')}</span>}
    </span>
  );
}

function Name({ row: { id, container } }: { row: Row }) {
  const address = [container.addrStreet, container.addrNr].filter(Boolean).join(' ');
  return (
    <>
      <Link to={paths.containers.view(id)} data-row={id} className={tables.link}>
        {container.label}
      </Link>
      <span className={classes.age}>
        <Word of="wasteStream" value={container.wasteStream} />
      </span>
      {address && (
        <span className={`${classes.age} ${classes.address}`} title={address}>
          {address}
        </span>
      )}
    </>
  );
}

const pointing = (id: string, onPoint: RowProps['onPoint']) => ({
  onPointerEnter: () => onPoint(id),
  onPointerLeave: () => onPoint(null),
  onFocus: () => onPoint(id),
  onBlur: () => onPoint(null),
});

/** One container in the table. What it says changes in its place; where it stands does not. */
export function StatusRow({ row, changes, mark, pointed, onPoint }: RowProps) {
  const now = useChanged(row, changes, mark);
  return (
    <tr data-pointed={pointed || undefined} className={classes.row} {...pointing(row.id, onPoint)}>
      <td>
        <Name row={now} />
      </td>
      <td>
        <StatusLevelBadge level={now.level} />
      </td>
      <td>
        <Percent reading={readingOf(now, 'fill_level_pct')} />
      </td>
      <td>
        <Percent reading={readingOf(now, 'battery_life_pct')} />
      </td>
      <td>
        <LastSeen row={now} />
      </td>
    </tr>
  );
}

/** The same on a phone. */
export function StatusCard({ row, changes, mark, pointed, onPoint }: RowProps) {
  const { t } = useTranslation('containerStatus');
  const now = useChanged(row, changes, mark);
  return (
    <li data-pointed={pointed || undefined} className={classes.card} {...pointing(row.id, onPoint)}>
      <div className={classes.cardHead}>
        <div>
          <Name row={now} />
        </div>
        <StatusLevelBadge level={now.level} />
      </div>
      <dl className={classes.facts}>
        <dt>{t('fields.fill')}</dt>
        <dd>
          <Percent reading={readingOf(now, 'fill_level_pct')} />
        </dd>
        <dt>{t('fields.battery')}</dt>
        <dd>
          <Percent reading={readingOf(now, 'battery_life_pct')} />
        </dd>
        <dt>{t('fields.heard')}</dt>
        <dd>
          <LastSeen row={now} />
        </dd>
      </dl>
    </li>
  );
}
