import { useMutation } from '@apollo/client/react';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cardLimits, type CardTransition } from '@noa/domain/card.ts';
import { BlockCardDocument } from '../api/mutations/generated/block-card.graphql.ts';
import { EraseCardDocument } from '../api/mutations/generated/erase-card.graphql.ts';
import { UnblockCardDocument } from '../api/mutations/generated/unblock-card.graphql.ts';
import { TaskDialog } from '../crud/form/TaskDialog.tsx';
import { CardTransitionText } from '../ui/badges/CardTransitionText.tsx';

interface Props {
  card: { readonly id: string; readonly rowId: string; readonly displaySerialNumber: string };
  transition: CardTransition;
  onClose: () => void;
}

/** Asks why a card changes its status, and changes it. */
export function CardTransitionDialog({ card: { id, rowId, displaySerialNumber: card }, transition, onClose }: Props) {
  const { t } = useTranslation(['cards', 'common']);
  const [reason, setReason] = useState('');
  const [block] = useMutation(BlockCardDocument);
  const [unblock] = useMutation(UnblockCardDocument);
  const [erase] = useMutation(EraseCardDocument);
  const change = { block, unblock, erase }[transition];
  const names = { block: 'common:actions.block', unblock: 'common:actions.unblock', erase: 'erase.action' } as const;
  return (
    <TaskDialog
      title={t(`${transition}.title`, { card })}
      action={t(names[transition])}
      danger={transition !== 'unblock'}
      run={() => change({ variables: { id, rowId, reason: reason.trim() || null } })}
      done={t(`${transition}.done`, { card })}
      refreshes
      onClose={onClose}
    >
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
    </TaskDialog>
  );
}
