import { useForm, type UseFormReturnType } from '@mantine/form';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import { problemText } from './problem-text.ts';
import { problemsOf } from './problems-of.ts';

/** The id of a field's input, to which the error summary leads. */
export const fieldId = (field: string): string => `field-${field}`;

/** What the fields of a form need of it; a form with more fields than they know will do. */
export type FieldsOf<Values> = Pick<UseFormReturnType<Values>, 'getInputProps'>;

/**
 * A Mantine form held to `schema`, whose messages are locale keys and are translated where they are shown. It is sent once: what asks
 * for it again while it is under way (a held Ctrl+S) is not heard.
 *
 * @param name - namespace of the form's own messages.
 */
export function useValidatedForm<Values extends object>(
  schema: z.ZodMiniType,
  initialValues: Values,
  name = 'common',
): UseFormReturnType<Values> {
  const { t } = useTranslation();
  const isUnderWay = useRef(false);
  const form = useForm<Values>({
    initialValues,
    validate: (values) => problemsOf(schema, values),
    // A field that is known to be wrong says at once when it no longer is.
    clearInputErrorOnChange: false,
    onValuesChange: (values, previous) => {
      for (const field of Object.keys(values) as Extract<keyof Values, string>[]) {
        if (values[field] !== previous[field] && form.errors[field]) {
          void form.validateField(field as never);
        }
      }
    },
    enhanceGetInputProps: ({ form: current, field, inputProps }) => {
      const problem = current.errors[String(field)];
      // What is known of a value, perhaps by the server alone, stays until the value changes.
      const handleBlur = () => !problem && void current.validateField(field as never);
      return {
        ...(inputProps.onBlur && { onBlur: handleBlur }),
        id: fieldId(String(field)),
        error: typeof problem === 'string' ? problemText(t, name, problem) : undefined,
      };
    },
  });
  const onSubmit: typeof form.onSubmit = (send, refuse) => {
    const submit = form.onSubmit(async (values, event) => {
      isUnderWay.current = true;
      try {
        await send(values, event);
      } finally {
        isUnderWay.current = false;
      }
    }, refuse);
    return (event) => {
      event?.preventDefault();
      if (!isUnderWay.current) {
        submit(event);
      }
    };
  };
  return { ...form, onSubmit };
}
