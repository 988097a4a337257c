import { describe, expect, it } from 'vitest';
import { firstSteps } from '@noa/domain/first-steps.ts';
import { may, type Permission } from '@noa/domain/permissions.ts';
import type { Role } from '@noa/domain/vocabulary.ts';
import { mayDo, stepLink, type Steps } from './first-steps.ts';

const viewer = (role: Role) => ({ may: (permission: Permission) => may([role], permission) });
const org: Steps = {
  orgId: 'o',
  orgName: 'Pașcani',
  done: [],
  members: 0,
  activeMembers: 0,
  towerBlocks: 0,
  apartments: 0,
  entrances: 0,
  entrancesWithoutContainers: 0,
  containers: 0,
  unconfirmedContainers: 0,
};
const linksOf = (steps: Steps, role: Role) => firstSteps.map((step) => stepLink(steps, step, viewer(role)));

describe('the first steps', () => {
  it('begin with the organisation alone', () => {
    const none = { ...org, orgId: null, orgName: null };

    expect(linksOf(none, 'root')).toEqual(['/orgs/create', undefined, undefined, undefined, undefined]);
    expect(linksOf(none, 'local_implementer')).toEqual(Array.from(firstSteps, () => undefined));
  });

  it('lead root to where each is done', () => {
    expect(linksOf(org, 'root')).toEqual(['/orgs/o', '/orgs/o/member/add', '/import', '/access-groups', '/import']);
  });

  it('lead on to what is there once it is', () => {
    const begun = { ...org, members: 3, containers: 31, unconfirmedContainers: 31 };

    expect(stepLink(begun, 'accounts', viewer('root'))).toBe('/orgs/o?tab=members');
    expect(stepLink(begun, 'locks', viewer('root'))).toBe('/orgs/o?tab=gateways');
    expect(stepLink({ ...begun, unconfirmedContainers: 30 }, 'locks', viewer('root'))).toBe('/containers');
  });

  it('lead an implementer no further than they may go, and say what root does', () => {
    const begun = { ...org, members: 3, containers: 31, unconfirmedContainers: 31 };

    expect(linksOf(begun, 'local_implementer')).toEqual([
      '/orgs/o',
      '/orgs/o?tab=members',
      undefined,
      '/access-groups',
      '/containers',
    ]);
    expect(stepLink(org, 'locks', viewer('local_implementer'))).toBe('/containers/create');
    expect(firstSteps.filter((step) => mayDo(step, viewer('local_implementer')))).toEqual(['groups', 'locks']);
  });
});
