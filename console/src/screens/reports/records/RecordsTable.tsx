import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportRecordsQuery } from '../../../api/generated/graphql.ts';
import { paths } from '../../../paths.ts';
import tables from '../../../crud/list/RecordTable.module.css';
import { useViewer } from '../../../session/viewer.ts';
import { None } from '../../../ui/values/cells.tsx';
import { formatExact, formatNumber } from '../../../ui/values/format.ts';
import { useDensity } from '../../../ui/preferences.ts';
import { TextLink } from '../../../ui/page/TextLink.tsx';
import classes from '../Report.module.css';

type ReportRecord = ReportRecordsQuery['reportRecords']['records'][number];

interface Column {
  readonly id: string;
  readonly label: string;
  readonly isNumeric?: boolean;
  readonly cell: (record: ReportRecord) => ReactNode;
}

interface Props {
  records: readonly ReportRecord[];
  label: string;
  /** The records are of a page that is being replaced. */
  stale: boolean;
}

/** The records behind a figure, each leading to its own view. */
export function RecordsTable({ records, label, stale }: Props) {
  const [density] = useDensity();
  const columns = useColumns(records);
  return (
    <div className={classes.scroll} role="region" aria-label={label} tabIndex={0}>
      <table className={tables.table} data-density={density} data-stale={stale || undefined} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" data-numeric={column.isNumeric}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={keyOf(record)}>
              {columns.map(({ id, isNumeric, cell }) => (
                <td key={id} data-numeric={isNumeric} data-short={id !== 'apartment' || undefined}>
                  {cell(record)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const keyOf = ({ cardEvent, apartment, containerGroup, container, card, at }: ReportRecord) =>
  `${(cardEvent ?? apartment ?? containerGroup ?? container ?? card)?.id ?? ''} ${at ?? ''}`;

const linkTo = (
  path: (id: string) => string,
  record: { readonly id: string; readonly label: string } | null | undefined,
) => (record ? <TextLink to={path(record.id)}>{record.label}</TextLink> : <None />);

/** All the records of a figure are of one kind. */
function useColumns(records: readonly ReportRecord[]): readonly Column[] {
  const { t, i18n } = useTranslation('reports');
  const { seesWho } = useViewer().sees;
  const exact = (moment: string | null | undefined) => (moment ? formatExact(moment, i18n.language) : <None />);
  const one = (grouping: string, cell: Column['cell']): Column => ({
    id: grouping,
    label: t(`fields.${grouping}`),
    cell,
  });
  if (records.some(({ cardEvent }) => cardEvent)) {
    return [
      { id: 'when', label: t('records.when'), cell: ({ cardEvent }) => exact(cardEvent?.occurredAt) },
      one('event_kind', ({ cardEvent }) => cardEvent && t(`words.${cardEvent.kind}`)),
      one('container', ({ cardEvent }) => linkTo(paths.containers.view, cardEvent?.container)),
      ...(seesWho
        ? [
            one('card', ({ cardEvent }) =>
              cardEvent?.card ? linkTo(paths.cards.view, cardEvent.card) : (cardEvent?.serialNumber ?? <None />),
            ),
            one('apartment', ({ cardEvent }) => linkTo(paths.apartments.view, cardEvent?.apartment)),
          ]
        : []),
      {
        id: 'litres',
        label: t('records.litres'),
        isNumeric: true,
        cell: ({ cardEvent }) => formatNumber(cardEvent?.litres ?? 0, i18n.language, 0),
      },
    ];
  }
  const record = records.some(({ card }) => card)
    ? one('card', ({ card }) => linkTo(paths.cards.view, card))
    : records.some(({ containerGroup }) => containerGroup)
      ? one('container_group', ({ containerGroup }) => linkTo(paths.containerGroups.view, containerGroup))
      : records.some(({ container }) => container)
        ? one('container', ({ container }) => linkTo(paths.containers.view, container))
        : one('apartment', ({ apartment }) => linkTo(paths.apartments.view, apartment));
  // What happened to it, an emptying for one, has a moment; what is merely there has none.
  return records.some(({ at }) => at)
    ? [record, { id: 'when', label: t('records.when'), cell: ({ at }) => exact(at) }]
    : [record];
}
