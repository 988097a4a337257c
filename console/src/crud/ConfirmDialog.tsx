import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../api/notify-failure.ts';
import { Dialog } from '../ui/page/Dialog.tsx';
import { notifySuccess } from '../ui/notify.tsx';

interface Props {
  title: string;
  text: string;
  /** On the button that does it. */
  action: string;
  run: () => Promise<unknown>;
  /** Said when it is done. */
  done: string;
  onDone?: () => void;
  onClose: () => void;
}

/** Asks before something is taken away that is not a record. */
export function ConfirmDialog({ title, text, action, run, done, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function handleConfirm() {
    setBusy(true);
    try {
      await run();
      notifySuccess(done);
      onDone?.();
    } catch (error) {
      notifyFailure(error);
    }
    onClose();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        <Text fz="sm">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} autoFocus>
            {t('actions.discard')}
          </Button>
          <Button color="red" loading={busy} onClick={() => void handleConfirm()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
