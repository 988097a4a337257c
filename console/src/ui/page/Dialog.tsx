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

/** A modal dialog, open for as long as it is rendered. The browser's own: it holds the focus and gives it back. */
export function Dialog({ title, onClose, as = 'question', children }: Props) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(function showModal() {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // The browser would start at the close button; whoever is asked something wants to answer.
    element?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => {
      element?.close();
      // What is removed while it is open gives no focus back by itself.
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus({ preventScroll: true });
      }
    };
  }, []);

  function handleCancel(event: SyntheticEvent) {
    // Whether it closes is for our owner to say: there may be unsaved changes.
    event.preventDefault();
    onClose();
  }
  function handleClick(event: MouseEvent) {
    if (event.target === dialog.current) {
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
      onMouseDown={handleClick}
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
