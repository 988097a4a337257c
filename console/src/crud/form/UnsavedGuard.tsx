import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { isLeaving } from '../../session/drafts.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';

interface Props {
  isDirty: () => boolean;
  onDiscard: () => void;
}

/** Asks before changes are lost: on links, on Back, and on closing the tab. */
export function UnsavedGuard({ isDirty, onDiscard }: Props) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isLeaving() && isDirty() && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(function guardTab() {
    function handleUnload(event: BeforeUnloadEvent) {
      if (!isLeaving() && isDirty()) {
        event.preventDefault();
      }
    }
    window.addEventListener('beforeunload', handleUnload);
    return () => window.removeEventListener('beforeunload', handleUnload);
  });

  function handleDiscard() {
    onDiscard();
    blocker.proceed?.();
  }
  return (
    blocker.state === 'blocked' && (
      <Dialog title={t('unsaved.title')} onClose={() => blocker.reset()}>
        <Stack>
          <Text fz="sm">{t('unsaved.text')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => blocker.reset()} autoFocus>
              {t('unsaved.stay')}
            </Button>
            <Button color="red" onClick={handleDiscard}>
              {t('unsaved.discard')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    )
  );
}
