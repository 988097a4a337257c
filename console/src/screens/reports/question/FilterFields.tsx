import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportLimits, type ReportField } from '@noa/domain/reporting/report.ts';
import { RangeFilter } from '../../../crud/filters/RangeFilter.tsx';
import { filterAdderId } from '../../../ui/page/filter-adder.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { conditionsOf, wayOf, type FilterOffer } from './filters.ts';
import { RecordFilter } from './RecordFilter.tsx';
import type { QuestionControls } from './use-question.ts';

interface Props {
  offers: readonly FilterOffer[];
  controls: QuestionControls;
}

/** The ways to narrow a report: those in use, and any that are added. */
export function FilterFields({ offers, controls }: Props) {
  const { t } = useTranslation('reports');
  const { filters } = controls.question;
  /** Chosen here, and perhaps without a value yet. */
  const [added, setAdded] = useState<readonly ReportField[]>([]);
  const known = offers.filter((offer) => wayOf(offer));
  const isOpen = ({ field }: FilterOffer) => added.includes(field) || filters.some((filter) => filter.field === field);
  const full = filters.flatMap(conditionsOf).length >= reportLimits.filters;

  return (
    <fieldset>
      <legend>{t('panel.filters')}</legend>
      {known.filter(isOpen).map((offer) => (
        <FilterField key={`${offer.field} ${controls.resets}`} offer={offer} controls={controls} />
      ))}
      {full ? (
        <Text fz="sm">{t('filter.full', { count: reportLimits.filters })}</Text>
      ) : (
        <NativeSelect
          id={filterAdderId}
          label={t('filter.add')}
          value=""
          onChange={(event) => {
            const field = known.find((offer) => offer.field === event.currentTarget.value)?.field;
            if (field) {
              setAdded([...added, field]);
            }
          }}
          data={[
            { value: '', label: t('filter.choose') },
            ...known
              .filter((offer) => !isOpen(offer))
              .map(({ field }) => ({ value: field, label: t(`fields.${field}`) })),
          ]}
        />
      )}
    </fieldset>
  );
}

function FilterField({ offer, controls }: { offer: FilterOffer; controls: QuestionControls }) {
  const { t } = useTranslation('reports');
  const { field } = offer;
  const way = wayOf(offer);
  const filter = controls.question.filters.find((each) => each.field === field);
  const values = filter && 'values' in filter ? filter.values : [];
  const label = t(`fields.${field}`);
  switch (way?.kind) {
    case 'choices':
      return (
        <ChoiceFilter field={field} label={label} choices={way.choices} values={values} onChange={controls.filterBy} />
      );
    case 'records':
      return <RecordFilter field={field} label={label} values={values} onChange={controls.filterBy} />;
    case 'range':
      return (
        <RangeFilter
          kind={way.range}
          bounds={way.bounds}
          label={label}
          value={filter && 'ends' in filter ? `${filter.ends.from}..${filter.ends.to}` : ''}
          onUse={(next, isFirst) => controls.filterBy(field, next, isFirst ? 'push' : 'replace')}
        />
      );
    case undefined:
      return null;
  }
}
