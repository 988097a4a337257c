import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { builder } from './graphql/builder.ts';
import { readPastAsOne } from './graphql/past.ts';
import './registry/viewer.schema.ts';
import './registry/orgs/org.schema.ts';
import './registry/settings/org-settings.schema.ts';
import './registry/managers/manager.schema.ts';
import './registry/members/member.schema.ts';
import './registry/access-groups/access-group.schema.ts';
import './registry/tower-blocks/tower-block.schema.ts';
import './registry/entrances/entrance.schema.ts';
import './registry/container-groups/container-group.schema.ts';
import './registry/containers/container.schema.ts';
import './registry/gis/gis-node.schema.ts';
import './registry/apartments/apartment.schema.ts';
import './registry/apartments/personal-data.schema.ts';
import './registry/audit/audit.schema.ts';
import './registry/cards/card.schema.ts';
import './registry/apartment-cards/apartment-card.schema.ts';
import './registry/apartment-orgs/apartment-org.schema.ts';
import './registry/claim-codes/claim-code.schema.ts';
import './registry/history.schema.ts';
import './registry/restore.schema.ts';
import './registry/saved-views/saved-view.schema.ts';
import './registry/search/search.schema.ts';
import './reports/progress.schema.ts';
import './reports/report.schema.ts';
import './reports/records/records.schema.ts';
import './reports/export/export.schema.ts';
import './reports/kept/kept-report.schema.ts';
import './reports/schedules/schedule.schema.ts';
import './access/access.schema.ts';
import './access/effect.schema.ts';
import './access/sync-state.schema.ts';
import './telemetry/sync.schema.ts';
import './telemetry/card-event.schema.ts';
import './telemetry/card-event-trouble.schema.ts';
import './telemetry/overview.schema.ts';
import './telemetry/status-update.schema.ts';
import './telemetry/status-update-set-aside.schema.ts';
import './telemetry/container-status.schema.ts';
import './transfer/import.schema.ts';
import './transfer/bulk/bulk.schema.ts';

/** The whole API: every room adds its part to the builder when it is imported above. */
export const schema: GraphQLSchema = readPastAsOne(builder.toSchema());

/** The API in the schema language, as `schema.graphql` holds it. */
export const schemaText = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
