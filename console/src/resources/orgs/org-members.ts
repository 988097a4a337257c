import { org } from '@noa/domain/kinds/org.ts';
import { AddOrgMemberDocument } from '../../api/mutations/generated/add-org-member.graphql.ts';
import { RemoveOrgMemberDocument } from '../../api/mutations/generated/remove-org-member.graphql.ts';
import type { Members } from '../../crud/members/members.tsx';
import { paths } from '../../paths.ts';
import { OrgMembersDocument, OrgNameDocument } from './org.graphql.ts';

export const orgMembers: Members = {
  kind: org,
  query: OrgMembersDocument,
  named: OrgNameDocument,
  add: AddOrgMemberDocument,
  remove: RemoveOrgMemberDocument,
  addPath: paths.orgs.addMember,
  choosesRole: true,
};
