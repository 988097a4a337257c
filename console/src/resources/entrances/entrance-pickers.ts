import { definePicker } from '../../resource/picker.ts';
import { AccessGroupChoicesDocument, ManagerChoicesDocument, TowerBlockChoicesDocument } from './entrance.graphql.ts';

const named = (record: { id: string; name: string } | null | undefined) =>
  record ? { id: record.id, label: record.name } : null;

/** The records of other kinds that an entrance belongs to. */
export const entrancePickers = {
  towerBlockId: definePicker({
    query: TowerBlockChoicesDocument,
    options: (data) => data.towerBlocks.nodes,
    picked: (data) => data.towerBlock,
  }),
  accessGroupId: definePicker({
    query: AccessGroupChoicesDocument,
    options: (data) => data.accessGroups.nodes.flatMap((record) => named(record) ?? []),
    picked: (data) => named(data.accessGroup),
  }),
  managerId: definePicker({
    query: ManagerChoicesDocument,
    options: (data) => data.managers.nodes.flatMap((record) => named(record) ?? []),
    picked: (data) => named(data.manager),
  }),
} as const;
