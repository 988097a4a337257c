import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { reportLimits } from '@noa/domain/report.ts';
import { describeFailure, type Failure } from '../../api/failure.ts';
import type { ReportInput } from '../../api/generated/graphql.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { notifySuccess } from '../../ui/notify.tsx';
import { KeepReportDocument } from './kept.graphql.ts';

interface Props {
  name: string;
  input: ReportInput;
  onClose: () => void;
}

/** Asks under which title what the report says now is kept. */
export function KeepReport({ name, input, onClose }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const client = useApolloClient();
  const [title, setTitle] = useState(t(`names.${name}`));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [keep, { loading }] = useMutation(KeepReportDocument);
  const problem = failure && (Object.values(failure.fields)[0] ?? failure.messageKey);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    try {
      await keep({ variables: { name, input, title } });
      notifySuccess(t('kept.done', { title }));
      client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'keptReports' });
      onClose();
    } catch (error) {
      setFailure(describeFailure(error));
    }
  }

  return (
    <Dialog title={t('kept.keep')} onClose={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Stack>
          <Text fz="sm">{t('kept.what')}</Text>
          <TextInput
            label={t('kept.title')}
            value={title}
            maxLength={reportLimits.titleLength}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={problem && t([`reports:${problem}`, `common:${problem}`])}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:actions.discard')}
            </Button>
            <Button type="submit" loading={loading}>
              {t('kept.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
