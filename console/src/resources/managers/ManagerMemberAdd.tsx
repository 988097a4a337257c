import { paths } from '../../paths.ts';
import { AddMemberScreen } from '../../crud/view/AddMemberScreen.tsx';
import { AddManagerMemberDocument, ManagerNameDocument } from './manager.graphql.ts';

export const Component = () => (
  <AddMemberScreen
    name="managers"
    permission="manager:write"
    query={ManagerNameDocument}
    add={AddManagerMemberDocument}
    list={paths.managers.list}
    viewOf={paths.managers.view}
  />
);
