import type { ReactNode } from 'react';
import classes from './Lines.module.css';

interface LinesProps {
  /** While more of them are asked for. */
  busy: boolean;
  children: ReactNode;
}

/** What has no columns to be compared by, one below the other: people, what was asked for, incidents. */
export const Lines = ({ busy, children }: LinesProps) => (
  <ul className={classes.list} aria-busy={busy}>
    {children}
  </ul>
);

interface LineProps {
  /** What it is, in lines of its own. */
  what: ReactNode;
  /** What stands beside it, or below where there is no room: what may be done. */
  children?: ReactNode;
}

/** One of them. */
export const Line = ({ what, children }: LineProps) => (
  <li className={classes.line}>
    <div className={classes.what}>{what}</div>
    {children}
  </li>
);
