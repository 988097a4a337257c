import { useMutation } from '@apollo/client/react';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { cardLimits } from '@noa/domain/card.ts';
import { ReplaceCardDocument } from '../../api/mutations/generated/replace-card.graphql.ts';
import { paths } from '../../paths.ts';
import { problemText } from '../../crud/form/problem-text.ts';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';
import { useIsHere } from '../../crud/use-leave.ts';
import { serialProblem } from './card-form.ts';
import { SerialField } from './SerialField.tsx';

interface Props {
  card: { readonly id: string; readonly rowId: string; readonly displaySerialNumber: string };
  /** What the apartment that holds it is called. */
  apartment: string;
  onClose: () => void;
}

/** Scans the card that takes the place of a lost one, and does all that belongs to it in one step. */
export function ReplaceCardDialog({ card: { id, rowId, displaySerialNumber }, apartment, onClose }: Props) {
  const { t } = useTranslation(['cards', 'common']);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [serial, setSerial] = useState('');
  const [reason, setReason] = useState(() => t('replace.reason'));
  const [problem, setProblem] = useState<string | null>(null);
  const [replace] = useMutation(ReplaceCardDocument);
  const texts = { card: displaySerialNumber, apartment };

  async function replaceIt() {
    const wrong = serialProblem(serial);
    setProblem(wrong);
    if (wrong !== null) {
      return false;
    }
    const variables = { id, rowId, serialNumber: serial, reason: reason.trim() || null };
    const fresh = (await replace({ variables })).data?.replaceCard.apartmentCard.card?.id;
    if (fresh && isHere()) {
      await navigate(paths.cards.view(fresh));
    }
    return true;
  }

  return (
    <TaskDialog
      title={t('replace.title', texts)}
      action={t('replace.action')}
      run={replaceIt}
      done={t('replace.done', texts)}
      onRefused={({ fields }) => {
        setProblem(fields['serialNumber'] ?? null);
        return fields['serialNumber'] !== undefined;
      }}
      refreshes
      onClose={onClose}
    >
      <Text fz="sm">{t('replace.text', texts)}</Text>
      <SerialField
        label={t('replace.serial')}
        value={serial}
        error={problem === null ? null : problemText(t, 'cards', problem)}
        autoFocus
        onChange={(next) => {
          setSerial(next);
          setProblem(null);
        }}
      />
      <TextInput
        label={t('reason.label')}
        description={t('reason.hint')}
        maxLength={cardLimits.reasonLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </TaskDialog>
  );
}
