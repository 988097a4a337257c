import { AddMemberScreen } from '../../crud/members/AddMember.tsx';
import { orgMembers } from './org-members.ts';

export const Component = () => <AddMemberScreen {...orgMembers} />;
