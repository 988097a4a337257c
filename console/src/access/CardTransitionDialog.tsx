import { useMutation } from '@apollo/client/react';
import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cardLimits, type CardTransition } from '@noa/domain/card.ts';
import { BlockCardDocument } from '../api/mutations/generated/block-card.graphql.ts';
import { EraseCardDocument } from '../api/mutations/generated/erase-card.graphql.ts';
import { UnblockCardDocument } from '../api/mutations/generated/unblock-card.graphql.ts';
import { TaskDialog } from '../crud/form/TaskDialog.tsx';

interface Props {
  card: { readonly id: string; readonly rowId: string; readonly displaySerialNumber: string };
  transition: CardTransition;
  /** Namespace of its texts: a resident, who has a phone in the hand, is told otherwise, and larger. */
  texts?: 'cards' | 'resident';
  onClose: () => void;
}

/** Asks why a card changes its status, and changes it. */
export function CardTransitionDialog({ card, transition, texts = 'cards', onClose }: Props) {
  const { t } = useTranslation([texts, 'common']);
  const size = texts === 'resident' ? 'md' : 'sm';
  const { id, rowId, displaySerialNumber } = card;
  const [reason, setReason] = useState('');
  const [block] = useMutation(BlockCardDocument);
  const [unblock] = useMutation(UnblockCardDocument);
  const [erase] = useMutation(EraseCardDocument);
  const change = { block, unblock, erase }[transition];
  const names = { block: 'common:actions.block', unblock: 'common:actions.unblock', erase: 'erase.action' } as const;
  return (
    <TaskDialog
      title={t(`${transition}.title`, { card: displaySerialNumber })}
      action={t(names[transition])}
      danger={transition !== 'unblock'}
      size={size}
      run={() => change({ variables: { id, rowId, reason: reason.trim() || null } })}
      done={t(`${transition}.done`, { card: displaySerialNumber })}
      refreshes
      onClose={onClose}
    >
      <Text fz={size}>{t(`${transition}.text`)}</Text>
      <Textarea
        label={t('reason.label')}
        description={t('reason.hint')}
        size={size}
        maxLength={cardLimits.reasonLength}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        autoFocus
      />
    </TaskDialog>
  );
}
