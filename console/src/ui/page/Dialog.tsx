import { CloseButton, Title } from '@mantine/core';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Dialog.module.css';

interface Props {
  title: string;
  onClose: () => void;
  /** A question in the middle, a form at the side of what it changes, a search at the top, all of a phone, or a phone's sheet at the bottom. */
  as?: 'question' | 'drawer' | 'search' | 'sheet';
  children: ReactNode;
}

/** Opens it where whoever is asked something wants to answer; the browser would start at the button that closes it. */
function show(element: HTMLDialogElement | null) {
  element?.showModal();
  const [field] = element?.querySelectorAll<HTMLElement>('input, select, textarea') ?? [];
  const [, answer] = element?.querySelectorAll('button') ?? [];
  (field ?? answer)?.focus();
}

/** A modal dialog, open for as long as it is rendered. The browser's own: it holds the focus and gives it back. */
export function Dialog({ title, onClose, as = 'question', children }: Props) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(function showModal() {
    const element = dialog.current;
    const before = document.activeElement;
    show(element);
    return () => {
      element?.close();
      // What is removed while it is open gives no focus back by itself.
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus({ preventScroll: true });
      }
    };
  }, []);

  // Whether it closes is for our owner to say: there may be unsaved changes. React tells us, too, of a dialog that is open over ours.
  function handleCancel(event: SyntheticEvent) {
    if (event.target === dialog.current && event.cancelable) {
      event.preventDefault();
      onClose();
    }
  }
  /** Whom nobody has answered meanwhile, the browser does not ask a second time: it has closed us (Escape, and Escape again). */
  function handleClosed(event: SyntheticEvent) {
    if (event.target === dialog.current && !dialog.current.open) {
      show(dialog.current);
      onClose();
    }
  }
  /** Beside it: its own scrollbar is within. */
  function handlePress({ target, clientX, clientY }: MouseEvent) {
    const { left, right, top, bottom } = dialog.current?.getBoundingClientRect() ?? new DOMRect();
    const isWithin = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (target === dialog.current && !isWithin) {
      onClose();
    }
  }

  return (
    // Escape does for the keyboard what a click beside the dialog does.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-as={as}
      aria-labelledby={titleId}
      onCancel={handleCancel}
      onClose={handleClosed}
      onMouseDown={handlePress}
    >
      <div className={classes.body}>
        <div className={classes.head}>
          <Title order={2} fz="md" id={titleId}>
            {title}
          </Title>
          <CloseButton size="lg" onClick={onClose} aria-label={t('actions.close')} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
