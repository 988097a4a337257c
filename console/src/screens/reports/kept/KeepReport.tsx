import { useApolloClient, useMutation } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import type { ReportInput } from '../../../api/generated/graphql.ts';
import { KeepReportDocument } from '../../../api/mutations/generated/keep-report.graphql.ts';
import { notifySuccess } from '../../../ui/notify.tsx';
import { TitleDialog } from '../TitleDialog.tsx';

interface Props {
  name: string;
  input: ReportInput;
  onClose: () => void;
}

/** Asks under which title what the report says now is kept. */
export function KeepReport({ name, input, onClose }: Props) {
  const { t } = useTranslation('reports');
  const client = useApolloClient();
  const [keep] = useMutation(KeepReportDocument);

  async function handleSubmit(title: string) {
    await keep({ variables: { name, input, title } });
    notifySuccess(t('kept.done', { title }));
    client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'keptReports' });
  }

  return (
    <TitleDialog
      heading={t('kept.keep')}
      text={t('kept.what')}
      label={t('kept.title')}
      proposed={t(`names.${name}`)}
      maxLength={reportLimits.titleLength}
      submitLabel={t('kept.submit')}
      onSubmit={handleSubmit}
      onClose={onClose}
    />
  );
}
