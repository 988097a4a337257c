import type { Track } from './tracks.ts';
import classes from './Timeline.module.css';

/** The shape of each track but the first, whose bars are as long as there was much of it. */
const shapes: Readonly<Record<Exclude<Track, 'openings'>, string>> = {
  refusals: 'M6 0l6 6-6 6-6-6z',
  cards: 'M1 2h10v8H1z',
  emptyings: 'M0 2h12l-6 9z',
};

/** @param share - of the most in its track, 0 to 1; nothing is drawn of none. */
export function TrackMark({ track, share }: { track: Track; share: number }) {
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
