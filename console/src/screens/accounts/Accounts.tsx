import { useQuery } from '@apollo/client/react';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../api/failure.ts';
import type { AccountsQuery } from '../../api/generated/graphql.ts';
import { ListFailed, NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { SearchInput } from '../../crud/list/SearchInput.tsx';
import classes from '../../crud/view/MemberList.module.css';
import { useViewer } from '../../session/viewer.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { formatNumber } from '../../ui/values/format.ts';
import { IconNone } from '../../ui/icons.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { AccountRow } from './AccountRow.tsx';
import { AccountsDocument } from './account.graphql.ts';

/** Who has an account or was invited, wherever they belong: whoever administers accounts blocks one here, and ends its sessions. */
export function Component() {
  const viewer = useViewer();
  return (
    <Page title={useScreenTitle()}>
      {viewer.may('account:read') ? <AccountList /> : <NotAllowed permission="account:read" />}
    </Page>
  );
}

function AccountList() {
  const { t, i18n } = useTranslation(['accounts', 'common']);
  const [q, setQ] = useState('');
  const { data, previousData, error, loading, refetch, fetchMore } = useQuery(AccountsDocument, {
    variables: { q },
    fetchPolicy: 'cache-and-network',
  });
  const accounts = (data ?? previousData)?.accounts;

  if (error) {
    return <ListFailed failure={describeFailure(error)} permission="account:read" onRetry={() => void refetch()} />;
  }
  if (!accounts) {
    return <Skeleton height={160} role="status" aria-label={t('common:loading.screen')} />;
  }
  const handleMore = () =>
    void fetchMore({
      variables: { after: accounts.pageInfo.endCursor ?? null },
      updateQuery: (before, { fetchMoreResult }) => joined(before, fetchMoreResult),
    });
  return (
    <Stack gap="sm">
      <SearchInput value={q} onSearch={setQ} />
      {accounts.nodes.length === 0 ? (
        <EmptyState icon={IconNone} title={t('common:list.noMatch')} />
      ) : (
        <>
          <Text fz="sm" c="dimmed" aria-live="polite">
            {t('count', { count: accounts.totalCount, formatted: formatNumber(accounts.totalCount, i18n.language) })}
          </Text>
          <ul className={classes.list} aria-busy={loading}>
            {accounts.nodes.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        </>
      )}
      {accounts.pageInfo.hasNextPage && (
        <Button variant="default" loading={loading} onClick={handleMore} mr="auto">
          {t('more')}
        </Button>
      )}
    </Stack>
  );
}

/** A page more of them, after those that are here. */
const joined = (before: AccountsQuery, { accounts }: AccountsQuery): AccountsQuery => ({
  accounts: { ...accounts, nodes: [...before.accounts.nodes, ...accounts.nodes] },
});
