import type { Icon } from '@tabler/icons-react';
import { useClickOutside, useDisclosure } from '@mantine/hooks';
import { useId, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import classes from './Disclosure.module.css';

/** What the button of a disclosure must carry. */
export interface DisclosureButton {
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string;
}

interface Props {
  button: (props: DisclosureButton) => ReactNode;
  children: (close: () => void) => ReactNode;
}

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
        {opened && children(close)}
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

/** An action in a panel. */
export function PanelButton({ icon: Icon, danger, onClick, children }: PanelButtonProps) {
  return (
    <button type="button" className={panelItem} data-danger={danger || undefined} onClick={onClick}>
      <Icon size={16} aria-hidden />
      {children}
    </button>
  );
}
