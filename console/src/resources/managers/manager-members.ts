import { manager } from '@noa/domain/kinds/manager.ts';
import { AddManagerMemberDocument } from '../../api/mutations/generated/add-manager-member.graphql.ts';
import { RemoveManagerMemberDocument } from '../../api/mutations/generated/remove-manager-member.graphql.ts';
import type { Members } from '../../crud/members/members.tsx';
import { paths } from '../../paths.ts';
import { ManagerMembersDocument, ManagerNameDocument } from './manager.graphql.ts';

export const managerMembers: Members = {
  kind: manager,
  query: ManagerMembersDocument,
  named: ManagerNameDocument,
  add: AddManagerMemberDocument,
  remove: RemoveManagerMemberDocument,
  addPath: paths.managers.addMember,
};
