import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContainerStatusCountsQuery } from '../../../api/generated/graphql.ts';
import { Count } from '../../../ui/values/cells.tsx';
import { IconError, IconGateway, IconHelp, IconInfo, IconNormal, IconWarning } from '../../../ui/icons.ts';
import classes from './StatusTools.module.css';
import { levels } from '../overview.ts';
import type { OverviewControls } from '../use-overview.ts';

const icons = { error: IconError, warning: IconWarning, unknown: IconHelp, info: IconInfo, ok: IconNormal };

interface Props {
  /** Undefined until they are here. */
  counts: ContainerStatusCountsQuery['containerStatusCounts'] | undefined;
  controls: OverviewControls;
}

/** How many containers are how; each count shows them, and once more shows all again. */
export function CountStrip({ counts, controls }: Props) {
  const { t } = useTranslation(['containerStatus', 'common']);
  const { overview, showLevel, showStale } = controls;
  const count = (value: number | undefined) =>
    value === undefined ? <Skeleton w="2ch" h={24} /> : <Count value={value} />;
  return (
    <ul className={`plain ${classes.strip}`} aria-label={t('counts.label')}>
      <li>
        <button
          type="button"
          className={classes.count}
          aria-pressed={overview.level === null && !overview.stale}
          onClick={controls.showAllStates}
        >
          <span className={classes.number}>{count(counts?.total)}</span>
          {t('counts.total')}
        </button>
      </li>
      {levels.map((level) => {
        const Icon = icons[level];
        return (
          <li key={level}>
            <button
              type="button"
              className={classes.count}
              data-level={level}
              aria-pressed={overview.level === level}
              onClick={() => showLevel(overview.level === level ? null : level)}
            >
              <span className={classes.number}>
                <Icon size={20} aria-hidden />
                {count(counts?.[level])}
              </span>
              {t(`common:values.statusLevel.${level}`)}
            </button>
          </li>
        );
      })}
      <li>
        <button
          type="button"
          className={classes.count}
          aria-pressed={overview.stale}
          onClick={() => showStale(!overview.stale)}
        >
          <span className={classes.number}>
            <IconGateway size={20} aria-hidden />
            {count(counts?.silent)}
          </span>
          {t('counts.silent')}
        </button>
      </li>
    </ul>
  );
}
