import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconInfo } from '../ui/icons.ts';

/** A remark above a list that stays until it is closed. */
export function Notice({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Alert
      color="blue"
      role="status"
      icon={<IconInfo aria-hidden />}
      withCloseButton
      closeButtonLabel={t('actions.close')}
      onClose={onClose}
    >
      {children}
    </Alert>
  );
}
