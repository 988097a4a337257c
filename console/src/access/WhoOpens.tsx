import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContainerQuery } from '../api/generated/graphql.ts';
import { pickers } from '../pickers/pickers.ts';
import { RecordSelect } from '../crud/picker/RecordSelect.tsx';
import { useViewer } from '../session/viewer.ts';
import { useAddress } from '../ui/page/use-address.ts';
import { AccessAnswer } from './AccessAnswer.tsx';
import { SyncSummary } from './SyncSummary.tsx';

type Container = NonNullable<ContainerQuery['container']>;

/** How far a container's lock is with its list, and "why doesn't my card open?", asked at the container: pick a card. */
export function WhoOpens({ container: { id, sync } }: { container: Container }) {
  const { t } = useTranslation('access');
  const viewer = useViewer();
  const [address, set] = useAddress();
  const cardId = address.get('card');
  return (
    <Stack maw={720}>
      {sync && (
        <section aria-labelledby="lock-list">
          <Title order={2} fz="md" mb={4} id="lock-list">
            {t('sync.title')}
          </Title>
          <SyncSummary sync={sync} />
        </section>
      )}
      {viewer.may('card:read') && (
        <RecordSelect
          picker={pickers.card}
          label={t('whoOpens.card')}
          description={t('whoOpens.hint')}
          value={cardId}
          onChange={(picked) => set({ card: picked }, 'replace')}
        />
      )}
      {cardId && viewer.may('card:read') && <AccessAnswer cardId={cardId} containerId={id} />}
    </Stack>
  );
}
