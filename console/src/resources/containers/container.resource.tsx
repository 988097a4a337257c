import { accessModes, wasteStreams } from '@noa/domain/vocabulary.ts';
import { SyncBadge, syncPhaseWords } from '../../access/SyncBadge.tsx';
import { paths } from '../../paths.ts';
import { containerGroupPicker, orgPicker } from '../../pickers/pickers.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { recordColumns } from '../../resource/record-columns.tsx';
import { AccessModeBadge, accessModeWords } from '../../ui/AccessModeBadge.tsx';
import { None, Quantity, Word } from '../../ui/cells.tsx';
import { full, nearlyFull, silent } from './container.filters.ts';
import { ContainersDocument } from './container.graphql.ts';

const wasteStreamWords = { texts: 'common:values.wasteStream', values: wasteStreams } as const;

/** How containers are listed, on their own page and under their group. */
export const containers = defineResource({
  name: 'containers',
  paths: paths.containers,
  query: ContainersDocument,
  select: (data) => data.containers,
  defaultSort: 'serialNumber',
  columns: [
    { id: 'serialNumber', sort: 'serial_number', cell: (row) => row.serialNumber },
    { id: 'containerGroupId', from: ['containerGroup.label'], cell: (row) => row.containerGroup?.label ?? <None /> },
    {
      id: 'wasteStream',
      words: wasteStreamWords,
      sort: 'waste_stream',
      cell: (row) => <Word of="wasteStream" value={row.wasteStream} />,
    },
    {
      id: 'accessMode',
      words: accessModeWords,
      sort: 'access_mode',
      cell: (row) => <AccessModeBadge mode={row.accessMode} />,
    },
    {
      id: 'fillLevelPct',
      sort: 'fill_level_pct',
      numeric: true,
      cell: (row) => <Quantity value={row.fillLevelPct} unit="percent" />,
    },
    {
      id: 'sync',
      from: ['sync.phase'],
      words: syncPhaseWords,
      rare: true,
      may: 'sync:read',
      cell: (row) => (row.sync ? <SyncBadge phase={row.sync.phase} /> : <None />),
    },
    {
      id: 'sizeLitres',
      sort: 'size_litres',
      numeric: true,
      cell: (row) => <Quantity value={row.sizeLitres} unit="litres" />,
    },
    {
      id: 'volumeControlLitres',
      sort: 'volume_control_litres',
      rare: true,
      numeric: true,
      cell: (row) => <Quantity value={row.volumeControlLitres} unit="litres" />,
    },
    { id: 'addrStreet', sort: 'addr_street', cell: (row) => row.addrStreet || <None /> },
    { id: 'addrNr', sort: 'addr_nr', rare: true, cell: (row) => row.addrNr || <None /> },
    { id: 'addrBl', sort: 'addr_bl', rare: true, cell: (row) => row.addrBl || <None /> },
    { id: 'orgId', from: ['org.name'], rare: true, may: 'org:read', cell: (row) => row.org?.name ?? <None /> },
    ...recordColumns,
  ],
  filters: [
    { id: 'containerGroupId', kind: 'record', picker: containerGroupPicker },
    { id: 'wasteStream', kind: 'choice', values: wasteStreams, texts: 'values.wasteStream' },
    { id: 'accessMode', kind: 'choice', values: accessModes, texts: 'values.accessMode' },
    { id: 'fillLevelPct', kind: 'percent' },
    nearlyFull,
    full,
    silent,
    { id: 'unsynced', kind: 'flag', may: 'sync:read' },
    { id: 'sizeLitres', kind: 'int', unit: 'litres' },
    { id: 'volumeControlLitres', kind: 'int', unit: 'litres' },
    { id: 'cardCapacity', kind: 'int' },
    { id: 'updatedAt', kind: 'period' },
    { id: 'orgId', kind: 'record', picker: orgPicker, may: 'org:read' },
  ],
  may: { read: 'container:read', create: 'container:write' },
  bulk: [{ action: 'change_container_access_mode' }],
});
