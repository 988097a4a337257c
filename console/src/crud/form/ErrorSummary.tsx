import { Alert, Anchor, List } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useEffect, useRef, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconFailed } from '../../ui/icons.ts';
import { problemText } from './problem-text.ts';
import { fieldId } from './use-validated-form.ts';

interface Props {
  name: string;
  errors: FormErrors;
  /** How often the form was sent: each time it leads here again. */
  attempts: number;
  /** What fields are called that have another label than `fields` of the form's texts. */
  labels?: Readonly<Record<string, string>>;
}

/** All that is wrong with a form, each line leading to its field; takes the focus when it comes up, and whenever the form is sent in vain. */
export function ErrorSummary({ name, errors, attempts, labels = {} }: Props) {
  const { t } = useTranslation([name, 'common']);
  const box = useRef<HTMLDivElement>(null);
  const fields = Object.keys(errors).flatMap((field) => {
    const problem = errors[field];
    return typeof problem === 'string' ? [{ field, problem }] : [];
  });
  const shown = fields.length > 0;

  useEffect(
    function focusSummary() {
      if (shown) {
        box.current?.focus();
      }
    },
    [shown, attempts],
  );

  if (!shown) {
    return null;
  }
  function handleFollow(event: MouseEvent, field: string) {
    event.preventDefault();
    document.getElementById(fieldId(field))?.focus();
  }
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      color="red"
      icon={<IconFailed aria-hidden />}
      title={t('common:form.summary', { count: fields.length })}
    >
      <List fz="sm">
        {fields.map(({ field, problem }) => (
          <List.Item key={field}>
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
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
