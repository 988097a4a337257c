import i18next from 'i18next';
import { notifyError } from '../ui/notify.tsx';
import { describeFailure, failureText } from './failure.ts';

/** Shows a failure that belongs to no field of a form. */
export const notifyFailure = (error: unknown): void => notifyFailureOf(i18next.t('failure.title'), error);

/** The same where it is no longer to be seen what was not done: the title says it. */
export function notifyFailureOf(title: string, error: unknown): void {
  const failure = describeFailure(error);
  // The session's own reaction has shown it already, and the sign-in page is on its way.
  if (failure.code !== 'AuthenticationMalformed') {
    const { correlationId } = failure;
    notifyError({ title, message: failureText(i18next.t, failure), correlationId });
  }
}
