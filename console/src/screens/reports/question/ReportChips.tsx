import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportGrouping } from '@noa/domain/reporting/report.ts';
import { ActiveFilters } from '../../../ui/page/ActiveFilters.tsx';
import { PickedLabel } from '../../../crud/picker/PickedLabel.tsx';
import { formatEnd, formatKey, useCellTexts } from '../answer/rows/cells.ts';
import { filterPickers } from './filter-pickers.ts';
import classes from '../Report.module.css';
import type { FieldFilter, FilterCell, FilterOffer } from './filters.ts';
import type { QuestionControls } from './use-question.ts';

interface Props {
  offers: readonly FilterOffer[];
  controls: QuestionControls;
}

/** Values that a chip names; the panel names all. */
const mostNamed = 3;

/** What the report is narrowed by, each to be taken off. */
export function ReportChips({ offers, controls }: Props) {
  const { t } = useTranslation('reports');
  const { filters } = controls.question;
  if (filters.length === 0) {
    return null;
  }
  return (
    <ActiveFilters
      className={classes.reset}
      filters={filters.map((filter) => ({
        id: filter.field,
        label: (
          <>
            {t(`fields.${filter.field}`)}: <FilterText filter={filter} offers={offers} />
          </>
        ),
        name: t(`fields.${filter.field}`),
        remove: () => controls.filterBy(filter.field, null),
      }))}
      onReset={controls.resetFilters}
    />
  );
}

function FilterText({ filter, offers }: { filter: FieldFilter; offers: readonly FilterOffer[] }) {
  const { t } = useTranslation('reports');
  const texts = useCellTexts();
  if ('values' in filter) {
    const more = filter.values.length - mostNamed;
    return (
      <>
        {filter.values.slice(0, mostNamed).map((value, index) => (
          <Fragment key={String(value)}>
            {index > 0 && ', '}
            <ValueText filter={filter} value={value} />
          </Fragment>
        ))}
        {more > 0 && t('filter.more', { count: more })}
      </>
    );
  }
  const type = offers.find(({ field }) => field === filter.field)?.type ?? 'int';
  const { from, to } = filter.ends;
  const end = (text: string) => formatEnd({ field: filter.field, type }, text, texts);
  return from !== '' && to !== ''
    ? from === to
      ? end(from)
      : `${end(from)} – ${end(to)}`
    : from !== ''
      ? `≥ ${end(from)}`
      : `≤ ${end(to)}`;
}

function ValueText({ filter, value }: { filter: FieldFilter; value: FilterCell }) {
  const texts = useCellTexts();
  const picker = filterPickers[filter.field];
  return picker && value !== null ? (
    <PickedLabel picker={picker} id={String(value)} />
  ) : (
    formatKey({ grouping: filter.field as ReportGrouping, value }, texts)
  );
}
