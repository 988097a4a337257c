import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cardLimits, type CardTransition } from '@noa/domain/card.ts';
import { describeFailure, type Failure } from '../api/failure.ts';
import { BlockCardDocument } from '../api/mutations/generated/block-card.graphql.ts';
import { EraseCardDocument } from '../api/mutations/generated/erase-card.graphql.ts';
import { UnblockCardDocument } from '../api/mutations/generated/unblock-card.graphql.ts';
import { FormFailure } from '../crud/form/FormFailure.tsx';
import { CardTransitionText } from '../ui/badges/CardTransitionText.tsx';
import { Dialog } from '../ui/page/Dialog.tsx';
import { notifySuccess } from '../ui/notify.tsx';

interface Props {
  card: { readonly id: string; readonly rowId: string; readonly displaySerialNumber: string };
  transition: CardTransition;
  onClose: () => void;
}

/** Asks why a card changes its status, and changes it. */
export function CardTransitionDialog({ card, transition, onClose }: Props) {
  const { t } = useTranslation(['cards', 'common']);
  const client = useApolloClient();
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const [block] = useMutation(BlockCardDocument);
  const [unblock] = useMutation(UnblockCardDocument);
  const [erase] = useMutation(EraseCardDocument);
  const change = { block, unblock, erase }[transition];
  const names = { block: 'common:actions.block', unblock: 'common:actions.unblock', erase: 'erase.action' } as const;

  async function handleChange() {
    setBusy(true);
    setFailure(null);
    try {
      await change({ variables: { id: card.id, rowId: card.rowId, reason: reason.trim() || null } });
      notifySuccess(t(`${transition}.done`, { card: card.displaySerialNumber }));
      // Not closed before: what is done next has to be done to the card as it is now.
      await client.refetchQueries({ include: 'active' }).finally(onClose);
    } catch (error) {
      setFailure(describeFailure(error));
      setBusy(false);
      // The card may be in another status by now.
      await client.refetchQueries({ include: 'active' });
    }
  }

  return (
    <Dialog title={t(`${transition}.title`, { card: card.displaySerialNumber })} onClose={onClose}>
      <Stack>
        {failure && <FormFailure failure={failure} />}
        <CardTransitionText transition={transition} />
        <Textarea
          label={t('reason.label')}
          description={t('reason.hint')}
          maxLength={cardLimits.reasonLength}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autoFocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:actions.discard')}
          </Button>
          <Button
            {...(transition !== 'unblock' && { color: 'red' })}
            loading={busy}
            onClick={() => void handleChange()}
          >
            {t(names[transition])}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
