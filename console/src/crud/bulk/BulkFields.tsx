import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bulkActions } from '@noa/domain/bulk.ts';
import { cardLimits } from '@noa/domain/card.ts';
import { accessModes, type AccessMode } from '@noa/domain/vocabulary.ts';
import { RecordSelect } from '../picker/RecordSelect.tsx';
import type { BulkOffer } from './bulk-offer.ts';
import type { BulkChoice } from './bulk-values.ts';

interface Props {
  offer: BulkOffer;
  choice: BulkChoice;
  onChange: (choice: BulkChoice) => void;
  /** The action was to start without what it takes. */
  missing: boolean;
}

/** The one thing that an action takes, if any. */
export function BulkFields({ offer, choice, onChange, missing }: Props) {
  const { t } = useTranslation(['bulk', 'common']);
  const { takes } = bulkActions[offer.action];
  const error = missing && t('common:form.required');
  switch (takes) {
    case 'reason':
      return (
        <Textarea
          label={t('fields.reason')}
          description={t('hints.reason')}
          maxLength={cardLimits.reasonLength}
          autosize
          minRows={2}
          value={choice.reason}
          onChange={(event) => onChange({ ...choice, reason: event.currentTarget.value })}
          autoFocus
        />
      );
    case 'accessMode':
      return (
        <NativeSelect
          label={t('fields.accessMode')}
          required
          error={error}
          value={choice.accessMode ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange({ ...choice, accessMode: accessModes.find((mode: AccessMode) => mode === value) ?? null });
          }}
          data={[
            { value: '', label: t('fields.choose') },
            ...accessModes.map((mode) => ({ value: mode, label: t(`accessMode.${mode}`) })),
          ]}
        />
      );
    case 'nothing':
      return null;
    default:
      return (
        <>
          {offer.picker && !choice.nobody && (
            <RecordSelect
              picker={offer.picker}
              label={t(`fields.${takes}`)}
              required
              error={error}
              value={choice.target}
              onChange={(target) => onChange({ ...choice, target })}
            />
          )}
          {takes === 'managerId' && (
            <Checkbox
              label={t('fields.nobody')}
              checked={choice.nobody}
              onChange={(event) => onChange({ ...choice, nobody: event.currentTarget.checked })}
            />
          )}
        </>
      );
  }
}
