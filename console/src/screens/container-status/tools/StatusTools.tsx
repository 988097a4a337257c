import { Button, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { wasteStreams } from '@noa/domain/vocabulary.ts';
import { SelectPage } from '../../../crud/bulk/SelectBox.tsx';
import { SearchInput } from '../../../crud/list/SearchInput.tsx';
import type { Emptying } from '../../../status/emptying/use-emptying.ts';
import { IconList, IconMap } from '../../../ui/icons.ts';
import type { OverviewControls } from '../use-overview.ts';
import type { Statuses } from '../use-statuses.ts';
import { CountStrip } from './CountStrip.tsx';
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
