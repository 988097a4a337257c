import { Alert } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconInfo } from '../ui/icons.ts';

/** A remark above a list that stays until it is closed: the element to place, and how to set its text. */
export function useNotice(): [ReactNode, (text: string) => void] {
  const { t } = useTranslation();
  const [text, setText] = useState<string | null>(null);
  const notice = text && (
    <Alert
      color="blue"
      role="status"
      icon={<IconInfo aria-hidden />}
      withCloseButton
      closeButtonLabel={t('actions.close')}
      onClose={() => setText(null)}
    >
      {text}
    </Alert>
  );
  return [notice, setText];
}
