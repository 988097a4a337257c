import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { MapImportDocument } from '../../../api/mutations/generated/map-import.graphql.ts';
import { notifyFailure } from '../../../api/notify-failure.ts';
import type { Job } from '../JobView.tsx';

interface Props {
  job: Pick<Job, 'id' | 'mapping' | 'createMissing'>;
  onChanged: () => void;
}

/** Says that a decision has changed what would be written, and starts the dry run that shows it. */
export function CheckAgain({ job: { id, mapping, createMissing }, onChanged }: Props) {
  const { t } = useTranslation('import');
  const [check, { loading }] = useMutation(MapImportDocument, {
    variables: { id, mapping, createMissing },
    onError: notifyFailure,
    onCompleted: onChanged,
  });
  return (
    <Alert color="orange" role="status" title={t('matches.again.title')}>
      <Stack gap="xs" align="flex-start">
        <Text fz="sm">{t('matches.again.text')}</Text>
        <Button loading={loading} onClick={() => void check()}>
          {t('mapping.again')}
        </Button>
      </Stack>
    </Alert>
  );
}
