import { CopyButton, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCopied, IconCopy } from '../icons.ts';
import classes from './CopyId.module.css';

/** An id, copied by a click. */
export function CopyId({ value, label }: { value: string; label?: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <UnstyledButton onClick={copy} className={classes.id} aria-label={`${t('actions.copy')}: ${value}`}>
          <span>{label ?? value}</span>
          {copied ? <IconCopied size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          <span role="status" className={classes.copied}>
            {copied ? t('copied') : ''}
          </span>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
