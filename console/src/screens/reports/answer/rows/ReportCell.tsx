import { Link } from 'react-router';
import tables from '../../../../crud/list/RecordTable.module.css';
import { cellPath, formatCell, type CellKey, type CellLink, type CellTexts, type ReportColumn } from './cells.ts';
import classes from './ReportCell.module.css';
import { DifferenceText } from '../../comparison/DifferenceText.tsx';

interface Props {
  column: ReportColumn;
  value: unknown;
  /** Of which row it is; none for the total. */
  keys: readonly CellKey[];
  texts: CellTexts;
  cellLink: CellLink | undefined;
  /** The figure of the period it is compared with; null where that has none, undefined when it is not compared. */
  before?: number | null | undefined;
}

/** A value in words: a grouping's leads to the record it names, a figure's to where it comes from. */
export function ReportCell({ column, value, keys, texts, cellLink, before }: Props) {
  const text = formatCell(column, value, texts);
  const figureLink = value === null ? undefined : cellLink; // nothing is behind what is not known
  const to = column.metric ? figureLink?.(keys, column.metric) : cellPath(column, value);
  const shown = to ? (
    <Link to={to} className={`${tables.link} ${classes.link}`}>
      {text}
    </Link>
  ) : (
    text
  );
  return before === undefined ? (
    shown
  ) : (
    <>
      {shown}
      <DifferenceText column={column} now={(value ?? null) as number | null} before={before} />
    </>
  );
}
