import type { ReactNode } from 'react';
import { Quantity } from './cells.tsx';
import classes from './FillBar.module.css';

interface Props {
  /** 0 to 100; nothing is drawn of what is not known. */
  pct: number | null | undefined;
  /** From where on it deserves a warning, and from where on it is an error, 0 to 100; those a new org begins with when absent. */
  thresholds?: { readonly warning: number; readonly error: number };
  size?: 'small' | 'large';
  /** What is said beside the bar, in place of the figure. */
  children?: ReactNode;
}

/** As the migration of the org's settings has them. */
const usual = { warning: 80, error: 95 } as const;

/** How full something is: a bar with a tick at each threshold, and the figure. */
export function FillBar({ pct, thresholds = usual, size = 'small', children }: Props) {
  const said = children ?? <Quantity value={pct} unit="percent" />;
  if (typeof pct !== 'number') {
    return said;
  }
  const level = pct >= thresholds.error ? 'error' : pct >= thresholds.warning ? 'warning' : undefined;
  return (
    <span className={classes.fill} data-size={size}>
      <span className={classes.bar} aria-hidden>
        <span className={classes.full} data-level={level} style={{ width: `${Math.min(pct, 100)}%` }} />
        {Object.values(thresholds).map((at) => (
          <span key={at} className={classes.tick} style={{ left: `${at}%` }} />
        ))}
      </span>
      {said}
    </span>
  );
}
