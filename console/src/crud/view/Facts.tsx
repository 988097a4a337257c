import type { ReactNode } from 'react';
import classes from './RecordPage.module.css';

export interface Line {
  /** What it is, as people call it. */
  readonly label: string;
  readonly value: ReactNode;
  /** A sentence, which takes the whole line. */
  readonly wide?: boolean | undefined;
}

/** What a record is, each thing beside its name. */
export function Facts({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className={classes.facts}>
      {lines.map(({ label, value, wide }) => (
        <div key={label} data-wide={wide}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
