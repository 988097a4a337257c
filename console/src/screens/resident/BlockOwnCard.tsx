import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cardLimits } from '@noa/domain/card.ts';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { BlockCardDocument } from '../../api/mutations/generated/block-card.graphql.ts';
import { FormFailure } from '../../crud/form/FormFailure.tsx';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import type { OwnCard } from './own-cards.ts';

/** Asks whether, and why, a resident blocks a card; only the administrator can undo it. */
export function BlockOwnCard({ card, onClose }: { card: OwnCard; onClose: () => void }) {
  const { t } = useTranslation('resident');
  const client = useApolloClient();
  const [block, { loading }] = useMutation(BlockCardDocument);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);

  async function handleBlock() {
    setFailure(null);
    try {
      await block({ variables: { id: card.id, rowId: card.rowId, reason: reason.trim() || null } });
      notifySuccess(t('block.done', { card: card.displaySerialNumber }));
      onClose();
    } catch (error) {
      setFailure(describeFailure(error));
    }
    // Also after a refusal: somebody else may have blocked it by now.
    await client.refetchQueries({ include: 'active' });
  }

  return (
    <Dialog title={t('block.title', { card: card.displaySerialNumber })} onClose={onClose}>
      <Stack>
        {failure && <FormFailure failure={failure} />}
        <Text>{t('block.text')}</Text>
        <Textarea
          label={t('block.reason')}
          description={t('block.reasonHint')}
          size="md"
          maxLength={cardLimits.reasonLength}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" size="md" onClick={onClose}>
            {t('common:actions.discard')}
          </Button>
          <Button color="red" size="md" loading={loading} onClick={() => void handleBlock()}>
            {t('common:actions.block')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
