import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureText, type Failure } from '../../api/failure.ts';
import { CopyId } from '../../ui/values/CopyId.tsx';
import { IconFailed } from '../../ui/icons.ts';

/** A failure that belongs to no field of a form; it stays until the next try. */
export function FormFailure({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  return (
    <Alert role="alert" color="red" icon={<IconFailed aria-hidden />} title={t('failure.title')}>
      {failureText(t, failure)}
      {failure.correlationId && (
        <Text fz="xs" mt={4}>
          {t('correlationId')} <CopyId value={failure.correlationId} />
        </Text>
      )}
    </Alert>
  );
}
