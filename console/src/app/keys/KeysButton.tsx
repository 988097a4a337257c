import { ActionIcon } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconHelp } from '../../ui/icons.ts';
import { part } from '../../loading/part.ts';

const KeysDialog = part(async () => (await import('./KeysDialog.tsx')).KeysDialog);

/** Says which keys do what; for who has a keyboard, so not on a phone's width. */
export function KeysButton() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <>
      <ActionIcon
        visibleFrom="md"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('keys.title')}
        title={t('keys.title')}
        aria-keyshortcuts="?"
        onClick={() => setShown(true)}
      >
        <IconHelp size={18} aria-hidden />
      </ActionIcon>
      {shown && (
        <Suspense>
          <KeysDialog onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  );
}
