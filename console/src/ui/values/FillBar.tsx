import type { ReactNode } from 'react';
import { Quantity } from './cells.tsx';
import classes from './FillBar.module.css';

interface Props {
  /** 0 to 100; nothing is drawn of what is not known. */
  pct: number | null | undefined;
  /** From where on it deserves a warning, and is an error, 0 to 100, as the org of what is filled decides; null where that is not known. */
  warningPct: number | null | undefined;
  errorPct: number | null | undefined;
  size?: 'small' | 'large';
  /** What is said beside the bar, in place of the figure. */
  children?: ReactNode;
}

const isReached = (pct: number, threshold: number | null | undefined) =>
  typeof threshold === 'number' && pct >= threshold;

/** How full something is: a bar with a tick at each threshold, and the figure. */
export function FillBar({ pct, warningPct, errorPct, size = 'small', children }: Props) {
  const said = children ?? <Quantity value={pct} unit="percent" />;
  if (typeof pct !== 'number') {
    return said;
  }
  const level = isReached(pct, errorPct) ? 'error' : isReached(pct, warningPct) ? 'warning' : undefined;
  return (
    <span className={classes.fill} data-size={size}>
      <span className={classes.bar} aria-hidden>
        <span className={classes.full} data-level={level} style={{ width: `${Math.min(pct, 100)}%` }} />
        {[warningPct, errorPct].map(
          (at) => typeof at === 'number' && <span key={at} className={classes.tick} style={{ left: `${at}%` }} />,
        )}
      </span>
      {said}
    </span>
  );
}
