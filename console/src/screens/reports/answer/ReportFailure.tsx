import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureText, type Failure } from '../../../api/failure.ts';

/** Says that what stands below is not the answer. */
export function ReportFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { t } = useTranslation(['reports', 'common']);
  return (
    <Alert color="red" title={t('common:failure.title')} role="alert">
      <Group justify="space-between">
        {failure.code === 'Forbidden' ? t('whoForbidden') : failureText(t, failure)}
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('common:actions.retry')}
        </Button>
      </Group>
    </Alert>
  );
}
