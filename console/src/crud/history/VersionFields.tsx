import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { None } from '../../ui/values/cells.tsx';
import { isInfinite } from '@noa/domain/vocabulary.ts';
import { formatExact } from '../../ui/values/format.ts';
import classes from './HistoryTab.module.css';
import type { FieldChange } from './restored-fields.ts';
import type { ValueText } from './value-text.tsx';

interface Props {
  /** Namespace of the field names. */
  name: string;
  fields: readonly FieldChange[];
  textOf: ValueText;
  /** Whether there was nothing before. */
  created?: boolean;
}

/** Fields, each from what to what. */
export function VersionFields({ name, fields, textOf, created = false }: Props) {
  const { t } = useTranslation([name, 'common']);
  const told = fields.filter(({ newValue, oldValue }) => (newValue ?? oldValue ?? null) !== null);
  return (
    <dl className={classes.fields}>
      {told.map((field) => (
        <div key={field.name}>
          <dt>{t(`fields.${field.name}`)}</dt>
          <dd>
            {!created && (
              <>
                <del>
                  <FieldValue
                    name={name}
                    field={field.name}
                    value={field.oldValue}
                    label={field.oldLabel}
                    textOf={textOf}
                  />
                </del>
                <span aria-hidden> → </span>
              </>
            )}
            <ins>
              <FieldValue
                name={name}
                field={field.name}
                value={field.newValue}
                label={field.newLabel}
                textOf={textOf}
              />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ErasedProps {
  /** Namespace of the field names. */
  name: string;
  text: 'erased' | 'restoreErased';
  fields: readonly string[];
}

/** Which fields of a version were erased since, if any: what they said nobody knows. */
export function ErasedFields({ name, text, fields }: ErasedProps) {
  const { t } = useTranslation([name, 'common']);
  return fields.length > 0 ? (
    <Text fz="sm" c="dimmed">
      {t(`common:history.${text}`, { fields: fields.map((field) => t(`fields.${field}`)).join(', ') })}
    </Text>
  ) : null;
}

interface ValueProps {
  name: string;
  field: string;
  value: string | null | undefined;
  label: string | null | undefined;
  textOf: ValueText;
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
/** Names another record, or several. */
const reference = /Ids?$/;

function FieldValue({ name, field, value, label, textOf }: ValueProps) {
  const { t, i18n } = useTranslation([name, 'common']);
  if (value === null || value === undefined || value === '') {
    return <None />;
  }
  const shown = label ?? textOf(field, value);
  if (shown !== undefined) {
    return <>{shown}</>;
  }
  if (reference.test(field)) {
    // An id says nothing to anybody.
    return <>{t('common:form.notFound')}</>;
  }
  if (moment.test(value)) {
    return <>{isInfinite(value) ? t('common:noEnd') : formatExact(value, i18n.language)}</>;
  }
  // Words of the domain have a text each; anything else stands for itself.
  return <>{t(`values.${field}.${value}`, { defaultValue: value })}</>;
}
