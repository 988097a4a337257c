import { describeFailure } from '../api/failure.ts';
import { notifyFailure } from '../api/notify-failure.ts';

interface FormErrors {
  setErrors: (errors: Record<string, string>) => void;
}

/** Shows a failed submit where the user can act on it: on its fields, or else in a notification that stays. */
export function showSubmitError(form: FormErrors, error: unknown): void {
  const { fields } = describeFailure(error);
  if (Object.keys(fields).length > 0) {
    form.setErrors(fields);
  } else {
    notifyFailure(error);
  }
}
