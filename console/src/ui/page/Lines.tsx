import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
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
    enter(next);
  }
}

/** Where one goes on in a line: at what is done first. */
const enter = (line: Element) => (line.querySelector<HTMLElement>('button') ?? line.querySelector('a'))?.focus();

/** With what was done, its line or its button is gone: whoever had the focus there goes on in the line that stands in its place, or the last. */
function useNextLine() {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<{ readonly part: Element; readonly at: number } | null>(null);

  function handleFocus({ target, currentTarget }: FocusEvent<HTMLUListElement>) {
    last.current = { part: target, at: [...currentTarget.children].findIndex((line) => line.contains(target)) };
  }
  /** What does something meanwhile is disabled, and has not been left. */
  function handleBlur({ target }: FocusEvent) {
    if (target.isConnected && !target.matches(':disabled')) {
      last.current = null;
    }
  }
  useEffect(function goOn() {
    const lines = [...(list.current?.children ?? [])];
    if (last.current && !last.current.part.isConnected && document.activeElement === document.body) {
      const line = lines[last.current.at] ?? lines.at(-1);
      last.current = null;
      if (line) {
        enter(line);
      }
    }
  });
  return { ref: list, onFocus: handleFocus, onBlur: handleBlur };
}

/** What has no columns to be compared by, one below the other: people, what was asked for, incidents. */
export function Lines({ busy, children }: LinesProps) {
  const nextLine = useNextLine();
  return (
    // The arrows are a way more: each thing in a line is a stop of the Tab key besides.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className={`plain ${classes.list}`} aria-busy={busy} onKeyDown={handleArrows} {...nextLine}>
      {children}
    </ul>
  );
}

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
