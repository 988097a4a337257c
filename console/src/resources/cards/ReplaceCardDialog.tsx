import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { cardLimits } from '@noa/domain/card.ts';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { ReplaceCardDocument } from '../../api/mutations/generated/replace-card.graphql.ts';
import { paths } from '../../paths.ts';
import { FormFailure } from '../../crud/form/FormFailure.tsx';
import { problemText } from '../../crud/form/problem-text.ts';
import { Dialog } from '../../ui/page/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { serialProblem } from './card-form.ts';
import { SerialField } from './SerialField.tsx';

interface Props {
  card: { readonly id: string; readonly rowId: string; readonly displaySerialNumber: string };
  /** What the apartment that holds it is called. */
  apartment: string;
  onClose: () => void;
}

/** Scans the card that takes the place of a lost one, and does all that belongs to it in one step. */
export function ReplaceCardDialog({ card, apartment, onClose }: Props) {
  const { t } = useTranslation(['cards', 'common']);
  const client = useApolloClient();
  const navigate = useNavigate();
  const [serial, setSerial] = useState('');
  const [reason, setReason] = useState(() => t('replace.reason'));
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const [replace] = useMutation(ReplaceCardDocument);
  const texts = { card: card.displaySerialNumber, apartment };

  async function handleReplace(event: FormEvent) {
    event.preventDefault();
    const wrong = serialProblem(serial);
    setProblem(wrong);
    if (wrong !== null) {
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await replace({
        variables: { id: card.id, rowId: card.rowId, serialNumber: serial, reason: reason.trim() || null },
      });
      notifySuccess(t('replace.done', texts));
      onClose();
      const fresh = data?.replaceCard.apartmentCard.card?.id;
      if (fresh) {
        await navigate(paths.cards.view(fresh));
      }
    } catch (error) {
      const refused = describeFailure(error);
      setProblem(refused.fields['serialNumber'] ?? null);
      setFailure(refused.fields['serialNumber'] ? null : refused);
      setBusy(false);
    }
    // Also after a refusal: the card may have another status or holder by now.
    await client.refetchQueries({ include: 'active' });
  }

  return (
    <Dialog title={t('replace.title', texts)} onClose={onClose}>
      <form onSubmit={(event) => void handleReplace(event)}>
        <Stack>
          {failure && <FormFailure failure={failure} />}
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.discard')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('replace.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
