import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import { recordService } from '../declared/record-service.ts';
import { refuseWhileDependants } from '../dependants.ts';
import { refuseUnknownNode } from '../gis/gis-node.queries.ts';
import { containerGroups } from './container-group.queries.ts';

/** How container groups are written; one stays while containers stand in it or access groups use it. */
export const containerGroupService = recordService({
  kind: containerGroups,
  declared: containerGroup,
  check: (tx, { gisNodeId }) => refuseUnknownNode(tx, gisNodeId),
  checkDelete: (tx, row) =>
    refuseWhileDependants(tx, 'container_group', row, [
      { kind: 'accessGroup', table: 'access_group_container_group', column: 'container_group_id' },
    ]),
});
