import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconInfo } from '../ui/icons.ts';
import { focusAdder } from '../ui/page/filter-adder.ts';

/** A remark above a list that stays until it is closed. */
export function Notice({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  /** It is gone with the button: whoever goes on by the keyboard does so at the list. */
  function handleClose() {
    focusAdder();
    onClose();
  }
  return (
    <Alert
      color="blue"
      role="status"
      icon={<IconInfo aria-hidden />}
      withCloseButton
      closeButtonLabel={t('actions.close')}
      onClose={handleClose}
    >
      {children}
    </Alert>
  );
}
