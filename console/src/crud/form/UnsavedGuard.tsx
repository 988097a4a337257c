import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { isLeaving } from '../../session/drafts.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';

interface Props {
  isDirty: () => boolean;
  onDiscard: () => void;
  /** The keys of the address that say which form is open, besides its route. */
  openBy?: string | readonly string[] | undefined;
  /** What is asked; null: about what was written and not saved. */
  texts?: { readonly title: string; readonly text: string; readonly discard: string } | null;
}

/** Which form is open at an address. */
const formAt = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>, openBy: Props['openBy'] = []) => {
  const parameters = new URLSearchParams(search);
  return [pathname, ...[openBy].flat().map((key) => parameters.get(key))].join(' ');
};

/** Asks before changes are lost, or what is under way is stopped: on links, on Back, and on closing the tab. */
export function UnsavedGuard({ isDirty, onDiscard, openBy, texts = null }: Props) {
  const { t } = useTranslation();
  const { title, text, discard } = texts ?? {
    title: t('unsaved.title'),
    text: t('unsaved.text'),
    discard: t('unsaved.discard'),
  };
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isLeaving() && isDirty() && formAt(currentLocation, openBy) !== formAt(nextLocation, openBy),
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
            <Button variant="default" onClick={() => blocker.reset()}>
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
