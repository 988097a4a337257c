import { useTranslation } from 'react-i18next';
import { formatDate } from '../../ui/values/format.ts';
import { TrackMark } from './TrackMark.tsx';
import { countOf, isDated, shareOf, type Track, type TimelineDay } from './tracks.ts';
import classes from './Timeline.module.css';

interface Props {
  day: TimelineDay;
  /** All that are drawn: marks are as large as there was much on their day. */
  days: readonly TimelineDay[];
  tracks: readonly Track[];
}

/** What a day had, a mark in each track. */
export function Marks({ day, days, tracks }: Props) {
  return tracks.map((track) => (
    <span key={track} className={classes.cell}>
      <TrackMark
        track={track}
        share={shareOf(countOf(day, track), Math.max(...days.map((each) => countOf(each, track))))}
      />
    </span>
  ));
}

/** Dates under today and each week before. */
export function Dates({ days }: Pick<Props, 'days'>) {
  const { i18n } = useTranslation();
  return (
    <div className={classes.dates} aria-hidden>
      {days.map(({ date }, index) => (
        // Noon of the day is the same day in every zone.
        <span key={date}>{isDated(index, days.length) && formatDate(`${date}T12:00:00`, i18n.language)}</span>
      ))}
    </div>
  );
}
