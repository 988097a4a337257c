import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CardRequestState } from '@noa/domain/card-request.ts';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { useGrowingList } from '../../crud/list/use-growing-list.tsx';
import { useViewer } from '../../session/viewer.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { IconNone } from '../../ui/icons.ts';
import { Lines } from '../../ui/page/Lines.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { useAddress } from '../../ui/page/use-address.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { CardRequestsDocument, CountCardRequestsDocument } from './card-request.graphql.ts';
import { CardRequestRow } from './CardRequestRow.tsx';

const order = ['open', 'refused', 'accepted'] as const satisfies readonly CardRequestState[];

/** The cards that were asked for at hand-overs: those that wait, and what became of the others. */
export function Component() {
  const { t } = useTranslation(['cardRequests', 'cards']);
  const viewer = useViewer();
  const [address, set] = useAddress();
  const state = order.find((each) => each === address.get('state')) ?? 'open';
  const above = [{ label: t('cards:title'), to: paths.cards.list }];
  return (
    <Page title={t('title')} above={above} beside={viewer.may('cardRequest:read') && <Waiting />}>
      {viewer.may('cardRequest:read') ? (
        <Tabs
          tabs={order.map((id) => ({ id, label: t(`tabs.${id}`) }))}
          open={state}
          onOpen={(id) => set({ state: id === 'open' ? null : id })}
        >
          <Requests state={state} />
        </Tabs>
      ) : (
        <NotAllowed permission="cardRequest:read" />
      )}
    </Page>
  );
}

/** How many wait; settling one counts them anew. */
function Waiting() {
  const { t, i18n } = useTranslation('cardRequests');
  const { data } = useQuery(CountCardRequestsDocument, { fetchPolicy: 'cache-and-network' });
  const count = data?.cardRequests.totalCount;
  return (
    count !== undefined && (
      <Text c="dimmed" aria-live="polite">
        {t('waiting', { count, formatted: formatNumber(count, i18n.language) })}
      </Text>
    )
  );
}

function Requests({ state }: { state: CardRequestState }) {
  const { t } = useTranslation('cardRequests');
  const { page, pending, more, loading } = useGrowingList({
    query: CardRequestsDocument,
    variables: { state },
    select: ({ cardRequests }) => cardRequests,
    permission: 'cardRequest:read',
    more: t('more'),
  });
  if (!page) {
    return pending;
  }
  if (page.nodes.length === 0) {
    return <EmptyState icon={IconNone} title={t(`empty.${state}`)} />;
  }
  return (
    <Stack gap="sm">
      <Lines busy={loading}>
        {page.nodes.map((request) => (
          <CardRequestRow key={request.id} request={request} />
        ))}
      </Lines>
      {more}
    </Stack>
  );
}
