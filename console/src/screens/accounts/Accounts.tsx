import { NotAllowed } from '../../crud/list/ListEmpty.tsx';
import { PeopleList } from '../../crud/members/PeopleList.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { AccountRow } from './AccountRow.tsx';
import { AccountsDocument } from './account.graphql.ts';

/** Who has an account or was invited, wherever they belong: whoever administers accounts blocks one here, and ends its sessions. */
export function Component() {
  const viewer = useViewer();
  return (
    <Page title={useScreenTitle()}>
      {viewer.may('account:read') ? (
        <PeopleList
          name="accounts"
          query={AccountsDocument}
          select={({ accounts }) => accounts}
          permission="account:read"
        >
          {(account) => <AccountRow key={account.id} account={account} />}
        </PeopleList>
      ) : (
        <NotAllowed permission="account:read" />
      )}
    </Page>
  );
}
