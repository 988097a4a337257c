import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { isLeaving } from '../../session/drafts.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';

interface Props {
  isDirty: () => boolean;
  onDiscard: () => void;
  /** What is asked; null: about what was written and not saved. */
  texts?: { readonly title: string; readonly text: string; readonly discard: string } | null;
}

/** Asks before changes are lost, or what is under way is stopped: on links, on Back, and on closing the tab. */
export function UnsavedGuard({ isDirty, onDiscard, texts = null }: Props) {
  const { t } = useTranslation();
  const { title, text, discard } = texts ?? {
    title: t('unsaved.title'),
    text: t('unsaved.text'),
    discard: t('unsaved.discard'),
  };
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
      <Dialog title={title} onClose={() => blocker.reset()}>
        <Stack>
          <Text fz="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => blocker.reset()} autoFocus>
              {t('unsaved.stay')}
            </Button>
            <Button color="red" onClick={handleDiscard}>
              {discard}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    )
  );
}
