import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';

/** The id of a field's input, to which the error summary leads. */
export const fieldId = (field: string): string => `field-${field}`;

/** What the fields of a form need of it; a form with more fields than they know will do. */
export type FieldsOf<Values> = Pick<UseFormReturnType<Values>, 'getInputProps'>;

/** A Mantine form held to `schema`, whose messages are locale keys and are translated where they are shown. */
export function useValidatedForm<Values extends object>(
  schema: z.ZodMiniType,
  initialValues: Values,
): UseFormReturnType<Values> {
  const { t } = useTranslation();
  const form = useForm<Values>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
    // A field that is known to be wrong says at once when it no longer is.
    clearInputErrorOnChange: false,
    onValuesChange: (values, previous) => {
      for (const field of Object.keys(values) as Extract<keyof Values, string>[]) {
        if (values[field] !== previous[field] && form.errors[field]) {
          void form.validateField(field as never);
        }
      }
    },
    enhanceGetInputProps: ({ form: current, field }) => {
      const key = current.errors[String(field)];
      return {
        id: fieldId(String(field)),
        error: typeof key === 'string' ? t(key) : undefined,
      };
    },
  });
  return form;
}
