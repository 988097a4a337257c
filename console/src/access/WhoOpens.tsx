import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cardPicker } from '../pickers/pickers.ts';
import { RecordSelect } from '../resource/RecordSelect.tsx';
import { useAddress } from '../ui/use-address.ts';
import { AccessAnswer } from './AccessAnswer.tsx';

/** "Why doesn't my card open?", asked at the container: pick a card. */
export function WhoOpens({ containerId }: { containerId: string }) {
  const { t } = useTranslation('access');
  const [address, set] = useAddress();
  const cardId = address.get('card');
  return (
    <Stack maw={720}>
      <RecordSelect
        picker={cardPicker}
        label={t('whoOpens.card')}
        description={t('whoOpens.hint')}
        value={cardId}
        onChange={(id) => set({ card: id }, 'replace')}
      />
      {cardId && <AccessAnswer cardId={cardId} containerId={containerId} />}
    </Stack>
  );
}
