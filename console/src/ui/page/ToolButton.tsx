import type { Icon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from './Link.tsx';
import classes from './ToolButton.module.css';

interface Look {
  icon: Icon;
  label: string;
}

const look = ({ icon: Icon, label }: Look): ReactNode => (
  <>
    <Icon size={16} aria-hidden />
    <span className={classes.word} aria-hidden>
      {label}
    </span>
  </>
);

/** A button beside others: its icon and its words, or the icon alone where a container named `tools` is too narrow for all. */
export function ToolButton({ icon, label, ...button }: Look & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button type="button" className={classes.tool} aria-label={label} data-screen-only {...button}>
      {look({ icon, label })}
    </button>
  );
}

/** As `ToolButton`, for what leads elsewhere; on a phone its icon alone. */
export function ToolLink({ icon, label, to }: Look & { to: string }) {
  return (
    <Link to={to} className={`${classes.tool} ${classes.link}`} aria-label={label} data-screen-only>
      {look({ icon, label })}
    </Link>
  );
}
