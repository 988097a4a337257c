import { useMutation } from '@apollo/client/react';
import { Code, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RenewAlertSecretDocument } from '../../api/mutations/generated/renew-alert-secret.graphql.ts';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';

interface Props {
  id: string;
  onClose: () => void;
}

/** Makes a webhook's secret anew, and shows it this once. */
export function SecretDialog({ id, onClose }: Props) {
  const { t } = useTranslation('alerts');
  const [renew] = useMutation(RenewAlertSecretDocument);
  const [secret, setSecret] = useState<string | null>(null);

  async function handleRenew() {
    const { data } = await renew({ variables: { id } });
    setSecret(data?.renewAlertSecret ?? null);
    return false; // it stays open: nobody is shown it again
  }

  return (
    <TaskDialog
      title={t('secret.title')}
      action={secret === null && t('secret.renew')}
      run={handleRenew}
      onClose={onClose}
    >
      <Text fz="sm">{t(secret === null ? 'secret.text' : 'secret.once')}</Text>
      {secret !== null && (
        <Code block role="status">
          {secret}
        </Code>
      )}
    </TaskDialog>
  );
}
