import { manager } from '@noa/domain/kinds/manager.ts';
import type { Row } from '../../database/tables.ts';
import { builder } from '../../graphql/builder.ts';
import { addRecordQueries } from '../../graphql/record-fields.ts';
import { Versioned } from '../../graphql/versioned.ts';
import { addRecordMutations, filterInput, ownedBy, shownFields } from '../declared/record-fields.ts';
import { addOrg } from '../orgs/org.schema.ts';
import { managerConditions, managers, type ManagerFilter } from './manager.queries.ts';
import { managerService } from './manager.service.ts';

export const Manager = builder.objectRef<Row<'manager'>>('Manager').implement({
  description: 'A property administrator that looks after entrances.',
  interfaces: [Versioned],
  fields: (t) => ({ ...shownFields(t, manager, managers), ...ownedBy(t, 'manager:write') }),
});
addOrg(Manager);

addRecordQueries({
  kind: managers,
  type: Manager,
  permission: 'manager:read',
  filter: filterInput<ManagerFilter>(manager),
  conditions: managerConditions,
});
addRecordMutations({
  kind: managers,
  declared: manager,
  type: Manager,
  permission: 'manager:write',
  service: managerService,
});
