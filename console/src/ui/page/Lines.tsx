import type { KeyboardEvent, ReactNode } from 'react';
import classes from './Lines.module.css';

interface LinesProps {
  /** While more of them are asked for. */
  busy: boolean;
  children: ReactNode;
}

/** From anywhere in a line, the arrows lead to what is done first in the one below or above; what is asked in a dialog has them for itself. */
function handleArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const isAsked = event.target instanceof Element && event.target.closest('dialog') !== null;
  const step = isAsked ? undefined : { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const lines = [...event.currentTarget.children];
  const at = lines.findIndex((line) => line.contains(document.activeElement));
  const next = step !== undefined && at >= 0 && lines[at + step];
  if (next) {
    event.preventDefault();
    (next.querySelector<HTMLElement>('button') ?? next.querySelector('a'))?.focus();
  }
}

/** What has no columns to be compared by, one below the other: people, what was asked for, incidents. */
export const Lines = ({ busy, children }: LinesProps) => (
  // The arrows are a way more: each thing in a line is a stop of the Tab key besides.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
  <ul className={`plain ${classes.list}`} aria-busy={busy} onKeyDown={handleArrows}>
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
