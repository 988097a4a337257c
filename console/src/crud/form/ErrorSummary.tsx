import { Alert, Anchor } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useEffect, useRef, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure.ts';
import { IconFailed } from '../../ui/icons.ts';
import { FormFailure } from './FormFailure.tsx';
import classes from './RecordForm.module.css';
import { problemText } from './problem-text.ts';
import { fieldId } from './use-validated-form.ts';

interface Props {
  name: string;
  errors: FormErrors;
  /** Why it was refused, where that belongs to no field. */
  failure: Failure | null;
  /** How often the form was sent in vain: each time it leads here again. */
  attempts: number;
  /** What fields are called that have another label than `fields` of the form's texts. */
  labels?: Readonly<Record<string, string>>;
}

/**
 * All that is wrong with a form that was sent in vain, each line leading to its field, or why it was refused. It comes into sight with that, and
 * what can be followed takes the focus; with what is found wrong later on, whoever writes in another field stays there.
 */
export function ErrorSummary({ name, errors, failure, attempts, labels = {} }: Props) {
  const { t } = useTranslation([name, 'common']);
  const box = useRef<HTMLDivElement>(null);
  const fields = Object.keys(errors).flatMap((field) => {
    const problem = errors[field];
    return typeof problem === 'string' ? [{ field, problem }] : [];
  });

  useEffect(
    function leadHere() {
      box.current?.scrollIntoView({ block: 'nearest' });
      box.current?.focus();
    },
    [attempts],
  );

  if (failure) {
    return (
      <div ref={box} className={classes.summary}>
        <FormFailure failure={failure} />
      </div>
    );
  }
  if (attempts === 0 || fields.length === 0) {
    return null;
  }
  function handleFollow(event: MouseEvent, field: string) {
    event.preventDefault();
    document.getElementById(fieldId(field))?.focus();
  }
  return (
    <Alert
      ref={box}
      className={classes.summary}
      tabIndex={-1}
      role="alert"
      color="red"
      icon={<IconFailed aria-hidden />}
      title={t('common:form.summary', { count: fields.length })}
    >
      <ul className={classes.problems}>
        {fields.map(({ field, problem }) => (
          <li key={field}>
            <Anchor
              fz="sm"
              display="inline-block"
              style={{ verticalAlign: 'top' }} // its bullet stands at its first line, not at its last
              mih={24}
              href={`#${fieldId(field)}`}
              onClick={(event) => handleFollow(event, field)}
            >
              {labels[field] ?? t(`fields.${field}`)}: {problemText(t, name, problem)}
            </Anchor>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
