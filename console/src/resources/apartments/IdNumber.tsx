import { useApolloClient } from '@apollo/client/react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RevealOccupierIdNumberDocument } from '../../api/mutations/generated/reveal-occupier-id-number.graphql.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import classes from './IdNumber.module.css';
import { PurposeDialog } from './PurposeDialog.tsx';

/** Seconds for which a number is shown in the clear: enough to write it down. */
const shownSeconds = 30;

interface Props {
  apartmentId: string;
  mask: string;
  mayReveal: boolean;
}

/** An ID number as its mask; *Arată* shows it for a while, for a purpose. */
export function IdNumber({ apartmentId, mask, mayReveal }: Props) {
  const { t } = useTranslation('apartments');
  const [asking, setAsking] = useState(false);
  return (
    <Group gap="xs" component="span">
      <span>{mask}</span>
      {mayReveal && (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          {t('reveal.open')}
        </Button>
      )}
      {asking && <RevealDialog apartmentId={apartmentId} onClose={() => setAsking(false)} />}
    </Group>
  );
}

function RevealDialog({ apartmentId, onClose }: { apartmentId: string; onClose: () => void }) {
  const { t } = useTranslation(['apartments', 'common']);
  const client = useApolloClient();
  const [number, setNumber] = useState<string | null>(null);

  async function reveal(purpose: string) {
    const { data } = await client.mutate({
      mutation: RevealOccupierIdNumberDocument,
      variables: { apartmentId, purpose },
      // Lives in this dialog and nowhere else: neither in the cache nor in the browser's storage.
      fetchPolicy: 'no-cache',
    });
    setNumber(data?.revealOccupierIdNumber ?? null);
    return false;
  }

  return number === null ? (
    <PurposeDialog
      title={t('reveal.title')}
      text={t('reveal.text')}
      action={t('reveal.open')}
      run={reveal}
      onClose={onClose}
    />
  ) : (
    <Dialog title={t('reveal.title')} onClose={onClose}>
      <Revealed number={number} onClose={onClose} />
    </Dialog>
  );
}

/** The number in the clear, for half a minute and for as long as somebody may be looking. */
function Revealed({ number, onClose }: { number: string; onClose: () => void }) {
  const { t } = useTranslation(['apartments', 'common']);
  const [left, setLeft] = useState(shownSeconds);

  useEffect(function countDown() {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(
    function hideInTime() {
      const handleVisibility = () => document.hidden && onClose();
      document.addEventListener('visibilitychange', handleVisibility);
      if (left <= 0) {
        onClose();
      }
      return () => document.removeEventListener('visibilitychange', handleVisibility);
    },
    [left, onClose],
  );

  return (
    <Stack>
      <p className={classes.number} aria-live="polite">
        {number}
      </p>
      <Text fz="sm">{t('reveal.hides', { count: left })}</Text>
      <Group justify="flex-end">
        <Button onClick={onClose} autoFocus>
          {t('common:actions.close')}
        </Button>
      </Group>
    </Stack>
  );
}
