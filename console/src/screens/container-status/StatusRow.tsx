import { ActionIcon } from '@mantine/core';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { StatusUpdateKind } from '@noa/domain/vocabulary.ts';
import { paths } from '../../paths.ts';
import { SelectRow } from '../../crud/bulk/SelectBox.tsx';
import type { Selection } from '../../crud/bulk/use-selection.ts';
import tables from '../../crud/list/RecordTable.module.css';
import { IconEdit, IconEmptying } from '../../ui/icons.ts';
import { None, Quantity } from '../../ui/values/cells.tsx';
import { useNow } from '../../ui/values/clock.ts';
import { FillBar } from '../../ui/values/FillBar.tsx';
import { formatDuration, formatExact, formatRelative } from '../../ui/values/format.ts';
import { Link } from '../../ui/page/Link.tsx';
import { StatusLevelBadge } from '../../ui/badges/StatusLevelBadge.tsx';
import { WasteStreamBadge } from '../../ui/badges/WasteStreamBadge.tsx';
import { CauseText } from '../../status/CauseText.tsx';
import { isOld, type Reading } from '../../status/cause.ts';
import classes from './ContainerStatus.module.css';
import type { StatusChanges, Row } from './changes.ts';
import cards from './StatusCard.module.css';

export interface RowProps {
  row: Row;
  changes: StatusChanges;
  /** How far the changes were when the row was asked for. */
  mark: number;
  /** The container is pointed at on the map. */
  pointed: boolean;
  onPoint: (id: string | null) => void;
  /** Undefined where nothing can be done to containers. */
  selection: Selection | undefined;
  onEmptied: (row: Row) => void;
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

/** How old something is, in the room of a cell; when it was exactly, on hover. */
function Age({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const now = useNow();
  const exactly = `${formatRelative(at, i18n.language, now)}, ${formatExact(at, i18n.language)}`;
  return (
    <time dateTime={at} title={exactly} className={classes.age}>
      {formatDuration(now - Date.parse(at), i18n.language, 'short')}
    </time>
  );
}

/** A percentage with its age; one too old to go by is not known, and says what it was. @param drawn - how it is shown otherwise. */
function Percent({ reading, drawn }: { reading: Reading | undefined; drawn?: (pct: number) => ReactNode }) {
  const { t, i18n } = useTranslation(['containerStatus', 'common']);
  const now = useNow();
  if (!reading || reading.value === null || reading.value === undefined) {
    return <None />;
  }
  const pct = Number(reading.value);
  const said = <Quantity value={pct} unit="percent" />;
  return (
    <span
      className={classes.value}
      data-stale={isOld(reading) || undefined}
      title={formatRelative(reading.at, i18n.language, now)}
    >
      {isOld(reading) ? (
        <>
          <span className="visually-hidden">
            {t('common:values.statusLevel.unknown')}, {t('wasValue')}{' '}
          </span>
          ({said})
        </>
      ) : (
        (drawn?.(pct) ?? said)
      )}{' '}
      <span className={classes.measuredAt}>
        <Age at={reading.at} />
      </span>
    </span>
  );
}

function Fill({ row }: { row: Row }) {
  const { fillWarningPct, fillErrorPct } = row.container;
  return (
    <Percent
      reading={readingOf(row, 'fill_level_pct')}
      drawn={(pct) => <FillBar pct={pct} warningPct={fillWarningPct} errorPct={fillErrorPct} />}
    />
  );
}

function LastSeen({ row: { heardAt, isSilent } }: { row: Row }) {
  const { t } = useTranslation('containerStatus');
  return (
    <span className={classes.value} data-stale={isSilent || undefined}>
      {heardAt ? <Age at={heardAt} /> : t('neverHeard')}
    </span>
  );
}

const addressOf = ({ container: { addrStreet, addrNr } }: Row) => [addrStreet, addrNr].filter(Boolean).join(' ');

/** Which one it is, and what comes into it. */
function Name({ row: { id, container }, children }: { row: Row; children?: ReactNode }) {
  return (
    <span className={classes.name}>
      <Link
        to={paths.containers.view(id)}
        id={`row-${id}`}
        data-row={id}
        aria-keyshortcuts="Space"
        className={tables.link}
      >
        {container.label}
      </Link>
      <WasteStreamBadge stream={container.wasteStream} />
      {children}
    </span>
  );
}

const State = ({ row }: { row: Row }) => (
  <>
    <StatusLevelBadge level={row.level} />
    <CauseText of={row} />
  </>
);

const pointing = (id: string, onPoint: RowProps['onPoint']) => ({
  onPointerEnter: () => onPoint(id),
  onPointerLeave: () => onPoint(null),
  onFocus: () => onPoint(id),
  onBlur: () => onPoint(null),
});

/** One container in the table, in one line. What it says changes in its place; where it stands does not. */
export function StatusRow({ row, changes, mark, pointed, onPoint, selection, onEmptied }: RowProps) {
  const now = useChanged(row, changes, mark);
  return (
    <tr
      data-pointed={pointed || undefined}
      data-picked={selection?.isPicked(row.id) || undefined}
      className={classes.row}
      {...pointing(row.id, onPoint)}
    >
      {selection && (
        <td className={tables.select}>
          <SelectRow selection={selection} id={row.id} labelledBy={`row-${row.id}`} />
        </td>
      )}
      <td className={classes.nameCell}>
        <Name row={now}>
          <span className={classes.about} title={addressOf(now)}>
            {addressOf(now)}
          </span>
        </Name>
      </td>
      <td className={classes.stateCell}>
        <span className={classes.state}>
          <State row={now} />
        </span>
      </td>
      <td className={classes.fillCell}>
        <Fill row={now} />
      </td>
      <td>
        <Percent reading={readingOf(now, 'battery_life_pct')} />
      </td>
      <td className={classes.signalCell}>
        <LastSeen row={now} />
      </td>
      {selection && (
        <td>
          <RowActions row={row} onEmptied={onEmptied} />
        </td>
      )}
    </tr>
  );
}

/** The same on a phone, with the whole address: whoever holds it goes there. */
export function StatusCard({ row, changes, mark, pointed, onPoint, selection, onEmptied }: RowProps) {
  const { t } = useTranslation('containerStatus');
  const now = useChanged(row, changes, mark);
  return (
    <li
      data-pointed={pointed || undefined}
      data-picked={selection?.isPicked(row.id) || undefined}
      className={classes.card}
      {...pointing(row.id, onPoint)}
    >
      <div className={classes.cardHead}>
        {selection && <SelectRow selection={selection} id={row.id} labelledBy={`row-${row.id}`} />}
        <Name row={now} />
        {selection && <RowActions row={row} onEmptied={onEmptied} large />}
      </div>
      <div className={cards.state}>
        <State row={now} />
      </div>
      <dl className={cards.facts}>
        <div className={cards.address}>
          <dt className="visually-hidden">{t('fields.address')}</dt>
          <dd>{addressOf(now)}</dd>
        </div>
        <div>
          <dt>{t('fields.heard')}</dt>
          <dd>
            <LastSeen row={now} />
          </dd>
        </div>
        <div>
          <dt>{t('fields.fill')}</dt>
          <dd>
            <Fill row={now} />
          </dd>
        </div>
        <div>
          <dt>{t('fields.battery')}</dt>
          <dd>
            <Percent reading={readingOf(now, 'battery_life_pct')} />
          </dd>
        </div>
      </dl>
    </li>
  );
}

interface Props {
  row: Row;
  onEmptied: (row: Row) => void;
  /** Icons that are a finger wide, and stops of the Tab key as there are few. */
  large?: boolean;
}

/**
 * What can be done about one container, where it is listed. No stops of the Tab key in a table of fifty rows: Space picks the row
 * that has the focus, and its view leads to the same form.
 */
function RowActions({ row: { id, container }, row, onEmptied, large = false }: Props) {
  const { t } = useTranslation('containerStatus');
  const look = { variant: 'subtle', size: large ? 44 : 24, ...(!large && { tabIndex: -1 }) } as const;
  const iconSize = large ? 20 : 16;
  const emptied = t('actions.emptied', { container: container.label });
  const update = t('actions.update', { container: container.label });
  return (
    <span className={classes.actions}>
      <ActionIcon {...look} aria-label={emptied} title={emptied} onClick={() => onEmptied(row)}>
        <IconEmptying size={iconSize} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...look}
        component={RouterLink}
        to={paths.containers.statusUpdateOf(id)}
        aria-label={update}
        title={update}
      >
        <IconEdit size={iconSize} aria-hidden />
      </ActionIcon>
    </span>
  );
}
