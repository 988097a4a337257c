import { AddMemberScreen } from '../../crud/members/AddMember.tsx';
import { managerMembers } from './manager-members.ts';

export const Component = () => <AddMemberScreen {...managerMembers} />;
