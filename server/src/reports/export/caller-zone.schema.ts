import { builder } from '../../graphql/builder.ts';
import { ViewerType } from '../../registry/viewer.schema.ts';
import { zoneOf } from './caller-zone.ts';

builder.objectField(ViewerType, 'timeZone', (t) =>
  t.string({
    description: `IANA zone in which the caller’s reports begin and end their days: that of the orgs the caller belongs to, or where those have
several and where the caller belongs to none, that of files that tell of several orgs.`,
    resolve: (_viewer, _args, context) => zoneOf(context),
  }),
);
