import type { Icon } from '@tabler/icons-react';
import { useClickOutside, useDisclosure } from '@mantine/hooks';
import { createContext, use, useId, type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import classes from './Disclosure.module.css';
import { Link } from './Link.tsx';

/** What the button of a disclosure must carry. */
export interface DisclosureButton {
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string;
}

interface Props {
  button: (props: DisclosureButton) => ReactNode;
  children: ReactNode;
}

/** Closes the panel that one stands in. */
const CloseContext = createContext<() => void>(() => undefined);

/** A button and the small panel it opens; Escape, a click elsewhere and leaving it by Tab close it. */
export function Disclosure({ button, children }: Props) {
  const [opened, { toggle, close }] = useDisclosure();
  const id = useId();
  const box = useClickOutside<HTMLDivElement>(close);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape' && opened) {
      close();
      event.currentTarget.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    }
  }
  function handleBlur(event: FocusEvent<HTMLElement>) {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) {
      close();
    }
  }

  return (
    <div ref={box} className={classes.box} onKeyDown={handleKey} onBlur={handleBlur}>
      {button({ onClick: toggle, 'aria-expanded': opened, 'aria-controls': id })}
      <div id={id} className={classes.panel} hidden={!opened}>
        {opened && <CloseContext value={close}>{children}</CloseContext>}
      </div>
    </div>
  );
}

/** The look of a link in a panel. */
export const panelItem = classes.item ?? '';

interface PanelButtonProps {
  icon: Icon;
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** An action in a panel, which it closes. */
export function PanelButton({ icon: Icon, danger, onClick, children }: PanelButtonProps) {
  const close = use(CloseContext);
  function handleClick({ currentTarget }: MouseEvent<HTMLElement>) {
    // A dialog gives the focus back to where it was, and what is pressed here will be gone.
    currentTarget.closest(`.${classes.box}`)?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
    close();
    onClick();
  }
  return (
    <button type="button" className={panelItem} data-danger={danger || undefined} onClick={handleClick}>
      <Icon size={16} aria-hidden />
      {children}
    </button>
  );
}

/** A way to another page in a panel, which it closes. */
export function PanelLink({ icon: Icon, to, children }: { icon: Icon; to: string; children: ReactNode }) {
  return (
    <Link to={to} className={panelItem} onClick={use(CloseContext)}>
      <Icon size={16} aria-hidden />
      {children}
    </Link>
  );
}
