import { PlainMoment } from '../../ui/values/Moment.tsx';
import type { Column } from '../define-resource.ts';

interface RecordRow {
  readonly id: string;
  readonly rowId: string;
  readonly updatedAt: string;
}

/** The columns that every record has, after its own; its id and version show only to those who ask for them. */
export const recordColumns: readonly Column<RecordRow>[] = [
  { id: 'updatedAt', sort: 'updated_at', whole: true, cell: (row) => <PlainMoment at={row.updatedAt} /> },
  { id: 'rowId', sort: 'row_id', rare: true, cell: (row) => row.rowId },
  { id: 'id', sort: 'id', rare: true, cell: (row) => row.id },
];
