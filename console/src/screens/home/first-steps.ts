import { useTranslation } from 'react-i18next';
import { firstStepsCounted, type FirstStep } from '@noa/domain/first-steps.ts';
import type { Permission } from '@noa/domain/permissions.ts';
import type { FirstStepsQuery } from '../../api/generated/graphql.ts';
import { paths } from '../../paths.ts';
import type { Viewer } from '../../session/viewer.ts';
import { formatNumber } from '../../ui/values/format.ts';

/** How far an org is, while something is left. */
export type Steps = NonNullable<FirstStepsQuery['firstSteps']>;

const demanded: Readonly<Record<FirstStep, Permission>> = {
  organisation: 'org:write',
  accounts: 'org:write',
  files: 'import:run',
  groups: 'accessGroup:write',
  locks: 'container:write',
};

/** Whether the viewer is who does the step. */
export const mayDo = (step: FirstStep, viewer: Pick<Viewer, 'may'>): boolean => viewer.may(demanded[step]);

/** Where a step is done, or seen by who may not do it; undefined before there is an org, and for who may not even look. */
export function stepLink(steps: Steps, step: FirstStep, viewer: Pick<Viewer, 'may'>): string | undefined {
  const { orgId, members, containers, unconfirmedContainers } = steps;
  const mayWrite = viewer.may('org:write');
  if (orgId === null) {
    return step === 'organisation' && mayWrite ? paths.orgs.create : undefined;
  }
  const org = viewer.may('org:read') ? paths.orgs.view(orgId) : undefined;
  const importing = viewer.may('import:run') ? paths.import : undefined;
  switch (step) {
    case 'organisation':
      return org;
    case 'accounts':
      return members === 0 && mayWrite ? paths.orgs.addMember(orgId) : org && `${org}?tab=members`;
    case 'files':
      return importing;
    case 'groups':
      return paths.accessGroups.list;
    case 'locks':
      if (containers === 0) {
        return importing ?? paths.containers.create;
      }
      // Until the first lock has answered, it may be that none can: their network must be bound to the org.
      return containers === unconfirmedContainers && mayWrite ? `${org}?tab=gateways` : paths.containers.list;
  }
}

/** What is done of a step and what is left, in words. */
export function useStepText(steps: Steps, step: FirstStep): string {
  const { t, i18n } = useTranslation('home');
  const numberOf = (count: number) => {
    const value = formatNumber(count, i18n.language);
    return count >= firstStepsCounted ? t('firstSteps.atLeast', { value }) : value;
  };
  const share = (all: number, done: number) =>
    all === 0
      ? t(`firstSteps.none.${step}`)
      : t(`firstSteps.some.${step}`, { count: all, all: numberOf(all), done: formatNumber(done, i18n.language) });
  const some = (kind: 'towerBlocks' | 'apartments') =>
    t(`firstSteps.${kind}`, { count: steps[kind], value: numberOf(steps[kind]) });
  switch (step) {
    case 'organisation':
      return steps.orgName === null
        ? t('firstSteps.none.organisation')
        : t('firstSteps.some.organisation', { name: steps.orgName });
    case 'accounts':
      return share(steps.members, steps.activeMembers);
    case 'files':
      return steps.apartments === 0
        ? t('firstSteps.none.files')
        : t('firstSteps.some.files', { towerBlocks: some('towerBlocks'), apartments: some('apartments') });
    case 'groups':
      return share(steps.entrances, steps.entrances - steps.entrancesWithoutContainers);
    case 'locks':
      return share(steps.containers, steps.containers - steps.unconfirmedContainers);
  }
}
