import {
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '../../ui/page/Link.tsx';
import { midnightOf } from '../../ui/values/day-zone.ts';
import { formatDate, formatDates, formatNumber, formatWeekday } from '../../ui/values/format.ts';
import { atList, dayAddress } from './day-address.ts';
import {
  countOf,
  dayByKey,
  daysPerColumn,
  eventsOn,
  isDated,
  partsOf,
  shareOf,
  stretchesOf,
  tracksOf,
  type Stretch,
  type TimelineDay,
  type Track,
} from './tracks.ts';
import classes from './Timeline.module.css';

interface Props {
  /** All that are drawn: marks are as large as there was much on their day. */
  days: readonly TimelineDay[];
}

/**
 * What there was in all, or on the day one looks at; below it a column for each day, or for a few of them where there is no room
 * for all, and in it a mark in each track. Columns with events lead to these; arrow keys go from one to the next.
 */
export function Tracks({ days }: Props) {
  const { t } = useTranslation('cards');
  const [room, width] = useWidth();
  const perColumn = daysPerColumn(width, days.length);
  const stretches = stretchesOf(days, perColumn);
  const say = useWords(days);
  const columns = useRef(new Map<number, HTMLAnchorElement>());
  const tracks = tracksOf(days);
  const linked = stretches.flatMap((stretch, index) => (eventsOn(stretch) > 0 ? [index] : []));
  const [looked, setLooked] = useState<number | null>(null);
  const [focused, setFocused] = useState<number | null>(null);
  // The newest day is where one comes in.
  const entry = focused !== null && linked.includes(focused) ? focused : linked.at(-1);
  const told = looked === null ? undefined : stretches[looked];

  function handleKey(event: KeyboardEvent, index: number) {
    const next = dayByKey(event.key, index, linked);
    if (next !== undefined) {
      event.preventDefault();
      columns.current.get(next)?.focus();
    }
  }

  return (
    <>
      <p className={classes.told} aria-hidden>
        {told ? say.stretch(told) : say.all}
        {perColumn > 1 && !told && <span className={classes.per}> · {t('timeline.per', { count: perColumn })}</span>}
      </p>
      <div
        className={classes.frame}
        role="group"
        aria-label={say.all}
        aria-description={linked.length > 1 ? t('timeline.hint') : undefined}
        style={{ '--tracks': tracks.length, '--days': days.length } as CSSProperties}
      >
        <ul className={`plain ${classes.names}`}>
          {tracks.map((track) => (
            <li key={track}>
              <span className={classes.sample}>
                <TrackMark track={track} share={1} />
              </span>
              {t(`timeline.tracks.${track}`)}
            </li>
          ))}
        </ul>
        <div
          ref={room}
          className={classes.days}
          style={{ '--columns': stretches.length } as CSSProperties}
          onMouseLeave={() => setLooked(null)}
        >
          {stretches.map((stretch, index) => (
            <Column
              key={stretch.date}
              stretch={stretch}
              label={say.stretch(stretch)}
              isEntry={index === entry}
              onLook={() => setLooked(index)}
              link={(anchor) => {
                if (anchor) {
                  columns.current.set(index, anchor);
                }
              }}
              onFocus={() => {
                setFocused(index);
                setLooked(index);
              }}
              onBlur={() => setLooked(null)}
              onKey={(event) => handleKey(event, index)}
            >
              <Marks day={stretch} days={stretches} tracks={tracks} />
            </Column>
          ))}
        </div>
        <Dates days={days} />
      </div>
    </>
  );
}

/** What there was of each sort, in words: in all the time, and in a column. */
function useWords(days: readonly TimelineDay[]) {
  const { t, i18n } = useTranslation('cards');
  const tracks = tracksOf(days);
  const wordsOf = (some: readonly TimelineDay[]) =>
    partsOf(some, tracks)
      .map(({ track, count }) => t(`timeline.count.${track}`, { count, number: formatNumber(count, i18n.language) }))
      .join(', ');
  return {
    all: wordsOf(days) || t('timeline.none'),
    stretch: (stretch: Stretch) =>
      t('timeline.day', {
        date:
          stretch.date === stretch.until
            ? formatWeekday(stretch.date, i18n.language)
            : formatDates(midnightOf(stretch.date), midnightOf(stretch.until), i18n.language),
        what: wordsOf([stretch]) || t('timeline.none'),
      }),
  };
}

interface ColumnProps {
  stretch: Stretch;
  label: string;
  /** Whether the Tab key leads to it. */
  isEntry: boolean;
  link: (anchor: HTMLAnchorElement | null) => void;
  onLook: () => void;
  onFocus: () => void;
  onBlur: () => void;
  onKey: (event: KeyboardEvent) => void;
  children: ReactNode;
}

function Column({ stretch, label, isEntry, link, onLook, onFocus, onBlur, onKey, children }: ColumnProps) {
  return eventsOn(stretch) === 0 ? (
    <span className={classes.day} onMouseEnter={onLook}>
      {children}
    </span>
  ) : (
    <Link
      ref={link}
      to={dayAddress(stretch)}
      state={atList}
      preventScrollReset
      className={classes.day}
      aria-label={label}
      tabIndex={isEntry ? 0 : -1}
      onMouseEnter={onLook}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKey}
    >
      {children}
    </Link>
  );
}

interface MarksProps extends Props {
  day: TimelineDay;
  tracks: readonly Track[];
}

/** What a day had, a mark in each track. */
function Marks({ day, days, tracks }: MarksProps) {
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
function Dates({ days }: Props) {
  const { i18n } = useTranslation();
  return (
    <div className={classes.dates} aria-hidden>
      {days.map(({ date }, index) => (
        <span key={date}>{isDated(index, days.length) && formatDate(midnightOf(date), i18n.language)}</span>
      ))}
    </div>
  );
}

/** How wide an element is, in pixels: known before it is painted, and followed; 0 until it is there. */
function useWidth(): readonly [ref: RefObject<HTMLDivElement | null>, width: number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(function followWidth() {
    const element = ref.current;
    if (!element) {
      return;
    }
    const follow = () => setWidth(element.clientWidth);
    follow();
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** The shape of each track but the first, whose bars are as long as there was much of it. */
const shapes: Readonly<Record<Exclude<Track, 'openings'>, string>> = {
  refusals: 'M6 0l6 6-6 6-6-6z',
  cards: 'M1 2h10v8H1z',
  emptyings: 'M0 2h12l-6 9z',
};

/** @param share - of the most in its track, 0 to 1; nothing is drawn of none. */
function TrackMark({ track, share }: { track: Track; share: number }) {
  if (share === 0) {
    return null;
  }
  return (
    <svg
      viewBox="0 0 12 12"
      preserveAspectRatio={track === 'openings' ? 'none' : 'xMidYMid'}
      className={classes.mark}
      data-track={track}
      aria-hidden
    >
      {track === 'openings' ? (
        <rect x="1" width="10" y={12 - 12 * share} height={12 * share} />
      ) : (
        <path d={shapes[track]} transform={`translate(6 6) scale(${0.55 + 0.45 * share}) translate(-6 -6)`} />
      )}
    </svg>
  );
}
