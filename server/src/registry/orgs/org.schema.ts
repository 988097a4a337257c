import { org } from '@noa/domain/kinds/org.ts';
import { builder } from '../../graphql/builder.ts';
import type { Context } from '../../request/context.ts';
import { addRecord } from '../declared/add-record.ts';
import { recordType } from '../declared/record-type.ts';
import { addGisNode } from '../gis/gis-node.schema.ts';
import { orgConditions, orgs } from './org.queries.ts';
import { bindGateway, listGateways, orgService, unbindGateway } from './org.service.ts';

const mayWrite = ({ viewer }: Context) => viewer.may('org:write');

export const Org = recordType(orgs, org, {
  isWritten: false,
  fields: (t) => ({
    gateways: t.stringList({
      description: 'OAuth clients of the lock network that serve its containers.',
      authScopes: { may: 'org:write' },
      resolve: ({ id }, _args, context) => listGateways(context, id),
    }),
    viewerCanUpdate: t.boolean({ resolve: (_row, _args, context) => mayWrite(context) }),
    viewerCanDelete: t.boolean({ resolve: (_row, _args, context) => mayWrite(context) }),
  }),
});

addGisNode(Org);
addRecord(orgs, org, { type: Org, conditions: orgConditions, service: orgService });

builder.mutationFields((t) => ({
  bindGateway: t.field({
    type: Org,
    description: 'Lets a gateway of the lock network serve the containers of the org.',
    authScopes: { may: 'org:write' },
    args: {
      orgId: t.arg.id({ required: true }),
      clientId: t.arg.string({ required: true, description: 'Its OAuth client at the identity provider.' }),
    },
    resolve: (_root, args, context) => bindGateway(context, args),
  }),
  unbindGateway: t.field({
    type: Org,
    description: 'From its next request on, the gateway no longer serves the containers of the org.',
    authScopes: { may: 'org:write' },
    args: { orgId: t.arg.id({ required: true }), clientId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => unbindGateway(context, args),
  }),
}));
