import { useMutation } from '@apollo/client/react';
import { Code, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RenewAlertSecretDocument } from '../../api/mutations/generated/renew-alert-secret.graphql.ts';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';

interface Props {
  id: string;
  /** Null while it has not been made. */
  secret: string | null;
  onMade: (secret: string | null) => void;
  onClose: () => void;
}

/** Makes a webhook's secret anew, and shows it this once; its owner keeps it, as the question may be closed before the answer is there. */
export function SecretDialog({ id, secret, onMade, onClose }: Props) {
  const { t } = useTranslation('alerts');
  const [renew] = useMutation(RenewAlertSecretDocument);

  async function handleRenew() {
    const { data } = await renew({ variables: { id } });
    onMade(data?.renewAlertSecret ?? null);
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
