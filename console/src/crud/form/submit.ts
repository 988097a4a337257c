import { describeFailure, type Failure } from '../../api/failure.ts';

interface FormErrors {
  setErrors: (errors: Record<string, string>) => void;
}

/**
 * Shows a failed submit on the fields it names.
 *
 * @returns what belongs to no field, for the form to show as a whole; null if there is nothing left to say.
 */
export function showSubmitError(form: FormErrors, error: unknown): Failure | null {
  const failure = describeFailure(error);
  if (Object.keys(failure.fields).length > 0) {
    form.setErrors({ ...failure.fields });
    return null;
  }
  return failure;
}
