import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { wasteStreams } from '@noa/domain/vocabulary.ts';
import type { ContainerStatusCountsQuery } from '../../../api/generated/graphql.ts';
import { SelectPage } from '../../../crud/bulk/SelectBox.tsx';
import { SearchInput } from '../../../crud/list/SearchInput.tsx';
import type { Emptying } from '../../../status/emptying/use-emptying.ts';
import {
  IconError,
  IconGateway,
  IconHelp,
  IconInfo,
  IconList,
  IconMap,
  IconNormal,
  IconWarning,
} from '../../../ui/icons.ts';
import { Count } from '../../../ui/values/cells.tsx';
import { levels } from '../overview.ts';
import type { OverviewControls } from '../use-overview.ts';
import type { Statuses } from '../use-statuses.ts';
import { StatusTotal } from './StatusTotal.tsx';
import classes from './StatusTools.module.css';

interface Props {
  statuses: Statuses;
  controls: OverviewControls;
  emptying: Emptying;
  isPhone: boolean;
  /** List and map have no room beside each other. */
  isNarrow: boolean;
  /** Where else one goes from here: on a phone beside the counts, otherwise in the head of the screen. */
  elsewhere: readonly { to: string; label: string }[];
}

/** What narrows the containers that are shown. */
export function StatusTools({ statuses, controls, emptying, isPhone, isNarrow, elsewhere }: Props) {
  const { overview } = controls;
  const isList = overview.tab === 'list';
  const stream = <StreamSelect controls={controls} />;
  return (
    <div className={classes.tools}>
      <div className={classes.choices}>
        <CountStrip counts={statuses.counts.data?.containerStatusCounts} controls={controls} />
        {isPhone && (
          <>
            {stream}
            {elsewhere.map(({ to, label }) => (
              <Link key={to} to={to} className={classes.count}>
                {label}
              </Link>
            ))}
          </>
        )}
      </div>
      <div className={classes.search}>
        {isPhone && isList && emptying.selection && <SelectPage selection={emptying.selection} />}
        <SearchInput value={overview.q} onSearch={controls.search} />
        {!isPhone && stream}
        {isNarrow && <OtherSide isList={isList} onOpen={controls.openTab} />}
        {!isPhone && <StatusTotal statuses={statuses} controls={controls} />}
      </div>
    </div>
  );
}

/** Which waste stream is shown, or all. */
function StreamSelect({ controls: { overview, showStream } }: { controls: OverviewControls }) {
  const { t } = useTranslation(['containerStatus', 'common']);
  return (
    <NativeSelect
      aria-label={t('stream.label')}
      className={classes.stream}
      value={overview.stream ?? ''}
      onChange={(event) => showStream(wasteStreams.find((each) => each === event.currentTarget.value) ?? null)}
      data={[
        { value: '', label: t('stream.all') },
        ...wasteStreams.map((each) => ({ value: each, label: t(`common:values.wasteStream.${each}`) })),
      ]}
    />
  );
}

/** Shows the side that a phone does not show. */
function OtherSide({ isList, onOpen }: { isList: boolean; onOpen: (tab: string) => void }) {
  const { t } = useTranslation('containerStatus');
  const Icon = isList ? IconMap : IconList;
  return (
    <Button
      variant="default"
      className={classes.otherSide}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => onOpen(isList ? 'map' : 'list')}
    >
      {t(isList ? 'tabs.map' : 'tabs.list')}
    </Button>
  );
}

const icons = { error: IconError, warning: IconWarning, unknown: IconHelp, info: IconInfo, ok: IconNormal };

interface CountStripProps {
  /** Undefined until they are here. */
  counts: ContainerStatusCountsQuery['containerStatusCounts'] | undefined;
  controls: OverviewControls;
}

/** How many containers are how; each count shows them, and once more shows all again. */
function CountStrip({ counts, controls }: CountStripProps) {
  const { t } = useTranslation(['containerStatus', 'common']);
  const { overview, showLevel, showStale } = controls;
  const choices = [
    {
      name: 'total',
      label: t('counts.total'),
      Icon: null,
      isShown: overview.level === null && !overview.stale,
      show: controls.showAllStates,
    },
    ...levels.map((level) => ({
      name: level,
      label: t(`common:values.statusLevel.${level}`),
      Icon: icons[level],
      isShown: overview.level === level,
      show: () => showLevel(overview.level === level ? null : level),
    })),
    {
      name: 'silent',
      label: t('counts.silent'),
      Icon: IconGateway,
      isShown: overview.stale,
      show: () => showStale(!overview.stale),
    },
  ] as const;
  return (
    <ul className={`plain ${classes.strip}`} aria-label={t('counts.label')}>
      {choices.map(({ name, label, Icon, isShown, show }) => (
        <li key={name}>
          <button type="button" className={classes.count} aria-pressed={isShown} onClick={show}>
            <span className={classes.number}>
              {Icon && <Icon size={20} aria-hidden />}
              {counts ? <Count value={counts[name]} /> : <Skeleton w="2ch" h={24} />}
            </span>
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
