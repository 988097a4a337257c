import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RemoveMapFileDocument } from '../../../api/mutations/generated/remove-map-file.graphql.ts';
import { notifyFailure } from '../../../api/notify-failure.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { UnsavedGuard } from '../../../crud/form/UnsavedGuard.tsx';
import { notifySuccess } from '../../../ui/notify.tsx';
import { mapTrouble, sizeText } from './map-trouble.ts';
import { uploadMap } from './upload-map.ts';

interface Props {
  /** What the file in use is called; null: there is none. */
  name: string | null;
  maxBytes: number;
  onChanged: () => Promise<unknown>;
}

/** Puts a map in the place of the one there is, or removes it. */
export function MapFileActions({ name, maxBytes, onChanged }: Props) {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const client = useApolloClient();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<{ readonly share: number; readonly stop: AbortController }>();
  const [trouble, setTrouble] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const [remove] = useMutation(RemoveMapFileDocument);
  const most = sizeText(t, i18n.language, maxBytes);

  const leave = useRef<AbortController>(null);
  useEffect(function stopWithScreen() {
    return () => leave.current?.abort();
  }, []);

  async function handleFile(file: File | undefined) {
    if (!file) {
      return;
    }
    if (file.size > maxBytes) {
      setTrouble(t('mapFile.tooLarge', { size: most }));
      return;
    }
    const stop = new AbortController();
    leave.current = stop;
    setTrouble(undefined);
    setSending({ share: 0, stop });
    try {
      const onSent = (share: number) => setSending({ share, stop });
      await uploadMap(client, { file, onSent, signal: stop.signal });
      notifySuccess(t('map.done'));
    } catch (error) {
      const said = mapTrouble(t, i18n.language, error, maxBytes);
      setTrouble(said);
      if (!said && !stop.signal.aborted) {
        notifyFailure(error);
      }
    } finally {
      await onChanged().catch(() => undefined); // also where the answer alone was lost: the file may be in use
      setSending(undefined);
    }
  }

  return (
    <Stack gap="xs" maw={480}>
      <Group gap="sm">
        <Button variant="default" disabled={sending !== undefined} onClick={() => input.current?.click()}>
          {t(name === null ? 'map.upload' : 'map.replace')}
        </Button>
        {name !== null && (
          <Button variant="default" disabled={sending !== undefined} onClick={() => setRemoving(true)}>
            {t('map.remove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept=".pmtiles"
          hidden
          aria-label={t('map.upload')}
          onChange={(event) => {
            void handleFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = ''; // so that the same file can be chosen again
          }}
        />
      </Group>
      <Text fz="sm" c="dimmed">
        {t('map.most', { size: most })}
      </Text>
      {sending && <Sending share={sending.share} onStop={() => sending.stop.abort()} />}
      {/* Only while it is needed: of two guards of one page the router asks that which came last, and a form over it has one. */}
      {sending !== undefined && sending.share < 1 && <LeaveGuard />}
      {trouble && (
        <Text role="alert" c="var(--mantine-color-error)">
          {trouble}
        </Text>
      )}
      {removing && (
        <ConfirmDialog
          title={t('map.removeTitle')}
          text={t('map.removeText', { name })}
          action={t('map.remove')}
          done={t('map.removed')}
          run={() => remove()}
          onDone={() => void onChanged()}
          onClose={() => setRemoving(false)}
        />
      )}
    </Stack>
  );
}

/** What is sent by this screen stops with it: nobody would see how it goes, nor could stop it. */
function LeaveGuard() {
  const { t } = useTranslation('settings');
  return (
    <UnsavedGuard
      isDirty={() => true}
      onDiscard={() => undefined}
      texts={{ title: t('map.leave.title'), text: t('map.leave.text'), discard: t('map.leave.stop') }}
    />
  );
}

function Sending({ share, onStop }: { share: number; onStop: () => void }) {
  const { t } = useTranslation('settings');
  const said = share === 1 ? t('map.checking') : t('map.sending', { percent: Math.round(100 * share) });
  return (
    <Group gap="sm" wrap="nowrap">
      <Stack gap={4} flex={1}>
        <Text fz="sm" role="status">
          {said}
        </Text>
        <Progress value={100 * share} animated={share === 1} aria-label={said} />
      </Stack>
      {share < 1 && (
        <Button variant="subtle" onClick={onStop}>
          {t('map.cancel')}
        </Button>
      )}
    </Group>
  );
}
