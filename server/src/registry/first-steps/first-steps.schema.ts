import { firstSteps, firstStepsCounted } from '@noa/domain/first-steps.ts';
import { builder } from '../../graphql/builder.ts';
import { findProgress, stepsDone, type Progress } from './first-steps.queries.ts';

const FirstStepEnum = builder.enumType('FirstStep', { values: firstSteps });

const FirstSteps = builder.objectRef<Progress>('FirstSteps').implement({
  description: `How far an org is until its locks open by card. Counts stop at ${firstStepsCounted.toLocaleString('en')}.`,
  fields: (t) => ({
    orgId: t.exposeID('orgId', { nullable: true, description: 'Null while there is no org.' }),
    orgName: t.exposeString('orgName', { nullable: true }),
    done: t.field({ type: [FirstStepEnum], description: 'In the order of the steps.', resolve: stepsDone }),
    members: t.exposeInt('members'),
    activeMembers: t.exposeInt('activeMembers', { description: 'Of the members, who have signed in.' }),
    towerBlocks: t.exposeInt('towerBlocks'),
    apartments: t.exposeInt('apartments'),
    entrances: t.exposeInt('entrances'),
    entrancesWithoutContainers: t.exposeInt('entrancesWithoutContainers', {
      description: 'Of the entrances, those without an access group, or with one that is joined to no container group.',
    }),
    containers: t.exposeInt('containers'),
    unconfirmedContainers: t.exposeInt('unconfirmedContainers', {
      description: 'Of the containers, whose lock has confirmed no card list.',
    }),
  }),
});

builder.queryField('firstSteps', (t) =>
  t.field({
    type: FirstSteps,
    nullable: true,
    description: 'What is left to do before the locks of an org open by card; null once all of it is done.',
    authScopes: { may: 'orgSettings:read' },
    args: {
      orgId: t.arg.id({
        description: 'The org that is asked for, if it can be; otherwise the one that was made last.',
      }),
    },
    resolve: async (_root, { orgId }, context) => {
      const progress = await context.read('orgSettings:read', (tx, scope) =>
        findProgress(tx, scope, orgId === null || orgId === undefined ? null : String(orgId)),
      );
      return progress && stepsDone(progress).length < firstSteps.length ? progress : null;
    },
  }),
);
