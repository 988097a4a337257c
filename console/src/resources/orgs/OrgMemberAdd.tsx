import { paths } from '../../paths.ts';
import { AddMemberScreen } from '../../crud/view/AddMemberScreen.tsx';
import { AddOrgMemberDocument, OrgNameDocument } from './org.graphql.ts';

export const Component = () => (
  <AddMemberScreen
    name="orgs"
    permission="org:write"
    query={OrgNameDocument}
    add={AddOrgMemberDocument}
    choosesRole
    list={paths.orgs.list}
    viewOf={paths.orgs.view}
  />
);
