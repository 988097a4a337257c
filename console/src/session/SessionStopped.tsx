import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyId } from '../ui/values/CopyId.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { IconForbidden } from '../ui/icons.ts';
import { LoadingPage } from '../ui/page/LoadingPage.tsx';
import { useSession } from './session.ts';
import { lastRefusal, signOut, startSignIn, type SignInResult } from './sign-in.ts';

interface Props {
  reason: Exclude<SignInResult, 'left'>;
  onResult: (result: SignInResult) => void;
}

/** In place of the console when signing in does not help: why, as the server put it, and what the user can do. */
export function SessionStopped({ reason, onResult }: Props) {
  const session = useSession();
  const { t } = useTranslation();
  const refusal = lastRefusal();
  return (
    <LoadingPage>
      <EmptyState
        icon={IconForbidden}
        order={1}
        title={t(`session.${reason}.title`)}
        actions={
          <>
            <Button onClick={() => void startSignIn(session, true).then(onResult)}>{t('actions.retry')}</Button>
            <Button variant="default" onClick={() => void signOut(session).then(onResult)}>
              {t('actions.signOut')}
            </Button>
          </>
        }
      >
        <p>{t(`session.${reason}.text`)}</p>
        {refusal && (
          <p>
            {t('session.answer')} <span lang="en">{refusal.message}</span>
          </p>
        )}
        {refusal?.correlationId && (
          <p>
            {t('correlationId')} <CopyId value={refusal.correlationId} />
          </p>
        )}
      </EmptyState>
    </LoadingPage>
  );
}
