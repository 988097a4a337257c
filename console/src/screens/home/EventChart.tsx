import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DrawnAsTable } from '../../ui/drawing/DrawnAsTable.tsx';
import { formatNumber, formatWeekday } from '../../ui/values/format.ts';
import { dateFormat } from '../../ui/values/kept-format.ts';
import classes from './EventChart.module.css';

interface Day {
  readonly date: string;
  readonly events: number;
  readonly refused: number;
}

/** Height and step of a bar, in the units of the drawing. */
const height = 140;
const step = 40;
const barWidth = 26;
/** The weekday stands under its bar. */
const labelHeight = 22;

/** Events of the last fourteen days, refused ones marked; the same as a table for those who would rather read. */
export function EventChart({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation('home');
  return (
    <section aria-labelledby="home-chart">
      <figure className={classes.figure}>
        <Title order={3} fz="sm" id="home-chart">
          {t('chart.title')}
        </Title>
        {/* What the drawing is called says it to those who listen. */}
        <Text fz="xs" c="dimmed" mb="xs" aria-hidden>
          {t('chart.total', factsOf(days, i18n.language))}
        </Text>
        <Bars days={days} />
        <figcaption className={classes.legend}>
          {(['allowed', 'refused'] as const).map((kind) => (
            <span key={kind}>
              <svg width="12" height="12" aria-hidden>
                <rect width="12" height="12" className={kind === 'allowed' ? classes.events : classes.refused} />
              </svg>{' '}
              {t(`chart.${kind}`)}
            </span>
          ))}
        </figcaption>
        <DayTable days={days} />
      </figure>
    </section>
  );
}

const mostOn = (days: readonly Day[]) => Math.max(0, ...days.map(({ events }) => events));

/** How many there are in all, and on the day that has most. */
function factsOf(days: readonly Day[], language: string) {
  const count = days.reduce((sum, { events }) => sum + events, 0);
  return { count, total: formatNumber(count, language), most: formatNumber(mostOn(days), language) };
}

function Bars({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation('home');
  const most = mostOn(days);
  const weekday = dateFormat(i18n.language, { weekday: 'narrow', timeZone: 'UTC' });
  const lengthOf = (count: number) => (count / Math.max(1, most)) * height;
  return (
    <svg
      viewBox={`0 0 ${days.length * step} ${height + labelHeight}`}
      className={classes.chart}
      role="img"
      aria-label={t('chart.summary', factsOf(days, i18n.language))}
    >
      {days.map(({ date, events, refused }, index) => {
        const x = index * step + (step - barWidth) / 2;
        return (
          <g key={date}>
            <title>
              {t('chart.day', {
                count: events,
                date: formatWeekday(date, i18n.language),
                events: formatNumber(events, i18n.language),
                refused: formatNumber(refused, i18n.language),
              })}
            </title>
            {Object.entries({ events, refused }).map(([kind, count]) => (
              <rect
                key={kind}
                className={classes[kind]}
                x={x}
                y={height - lengthOf(count)}
                width={barWidth}
                height={lengthOf(count)}
              />
            ))}
            <text x={x + barWidth / 2} y={height + labelHeight - 6} className={classes.weekday}>
              {index === days.length - 1 ? t('chart.today') : weekday.format(new Date(date))}
            </text>
          </g>
        );
      })}
      <line x1="0" x2={days.length * step} y1={height} y2={height} className={classes.axis} />
    </svg>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation('home');
  return (
    <DrawnAsTable
      label={t('chart.title')}
      heads={[t('chart.date'), t('chart.events'), t('chart.refused')]}
      rows={days.toReversed().map(({ date, events, refused }) => ({
        id: date,
        head: formatWeekday(date, i18n.language),
        cells: [formatNumber(events, i18n.language), formatNumber(refused, i18n.language)],
      }))}
    />
  );
}
