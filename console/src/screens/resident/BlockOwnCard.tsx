import { useMutation } from '@apollo/client/react';
import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cardLimits } from '@noa/domain/card.ts';
import { BlockCardDocument } from '../../api/mutations/generated/block-card.graphql.ts';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';
import type { OwnCard } from './own-cards.ts';

/** Asks whether, and why, a resident blocks a card; only the administrator can undo it. */
export function BlockOwnCard({ card, onClose }: { card: OwnCard; onClose: () => void }) {
  const { t } = useTranslation('resident');
  const [block] = useMutation(BlockCardDocument);
  const [reason, setReason] = useState('');
  const { id, rowId, displaySerialNumber } = card;
  return (
    <TaskDialog
      title={t('block.title', { card: displaySerialNumber })}
      action={t('common:actions.block')}
      danger
      size="md"
      run={() => block({ variables: { id, rowId, reason: reason.trim() || null } })}
      done={t('block.done', { card: displaySerialNumber })}
      refreshes
      onClose={onClose}
    >
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
    </TaskDialog>
  );
}
