import { container } from '@noa/domain/kinds/container.ts';
import { SyncBadge, syncPhaseWords } from '../../access/SyncBadge.tsx';
import { listOf } from '../../crud/declared/list.tsx';
import { None } from '../../ui/values/cells.tsx';
import { FillBar } from '../../ui/values/FillBar.tsx';
import { ContainersDocument } from './container.graphql.ts';

/** How containers are listed, on their own page and under their group. */
export const containers = listOf(container, ContainersDocument, {
  defaultSort: 'serialNumber',
  imported: true,
  first: ['serialNumber', 'containerGroupId', 'wasteStream', 'accessMode', 'fillLevelPct', 'sync'],
  columns: [
    {
      id: 'fillLevelPct',
      sort: 'fill_level_pct',
      numeric: true,
      present: true,
      cell: (row) => <FillBar pct={row.fillLevelPct} warningPct={row.fillWarningPct} errorPct={row.fillErrorPct} />,
    },
    {
      id: 'sync',
      from: ['sync.phase'],
      words: syncPhaseWords,
      may: 'sync:read',
      present: true,
      cell: (row) => (row.sync ? <SyncBadge phase={row.sync.phase} /> : <None />),
    },
  ],
  rare: ['sync', 'volumeControlLitres', 'addrNr', 'addrBl', 'orgId'],
  filters: [
    { id: 'fillLevelPct', kind: 'percent', present: true },
    { id: 'nearlyFull', kind: 'flag', present: true },
    { id: 'full', kind: 'flag', present: true },
    { id: 'silent', kind: 'flag', may: 'statusUpdate:read', present: true },
    { id: 'unsynced', kind: 'flag', may: 'sync:read', present: true },
  ],
  bulk: [{ action: 'change_container_access_mode' }],
});
