import { useMutation } from '@apollo/client/react';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KeptReportsQuery } from '../../../api/generated/graphql.ts';
import { DeleteKeptReportDocument } from '../../../api/mutations/generated/delete-kept-report.graphql.ts';
import { ExportKeptReportDocument } from '../../../api/mutations/generated/export-kept-report.graphql.ts';
import { notifyFailure } from '../../../api/notify-failure.ts';
import { ConfirmButton } from '../../../crud/ConfirmDialog.tsx';
import { useGrowingList } from '../../../crud/list/use-growing-list.tsx';
import { fetchFile } from '../../../files/save.ts';
import { useFileLocale } from '../../../files/use-file-locale.ts';
import { actorName } from '../../../ui/values/actor.ts';
import { formatDay, formatExact, formatNumber } from '../../../ui/values/format.ts';
import { today } from '../question/period.ts';
import { exportFormats } from '../use-export.ts';
import { KeptReportsDocument } from './kept.graphql.ts';
import { ReportSection } from '../ReportSection.tsx';

/** What reports said when somebody kept it, the latest first. Nothing while there is none. */
export function KeptReports() {
  const { t } = useTranslation(['reports', 'common']);
  const { page, failure, pending, more, refetch } = useGrowingList({
    query: KeptReportsDocument,
    variables: {},
    select: ({ keptReports }) => keptReports,
    permission: 'report:read',
    more: t('kept.more'),
  });
  if (!page || page.nodes.length === 0) {
    return failure ? pending : null;
  }
  return (
    <ReportSection title={t('kept.heading')}>
      <Text component="li" fz="sm" c="dimmed">
        {t('kept.explained')}
      </Text>
      {page.nodes.map((kept) => (
        <KeptLine key={kept.id} kept={kept} onDeleted={() => void refetch()} />
      ))}
      {more && <li>{more}</li>}
    </ReportSection>
  );
}

type Kept = KeptReportsQuery['keptReports']['nodes'][number];

/** One run that was kept: of what, when, by whom, under which hash, and its files. */
function KeptLine({ kept, onDeleted }: { kept: Kept; onDeleted: () => void }) {
  const { t, i18n } = useTranslation('reports');
  const { title, report, keptAt, keptBy, rowCount, completeness, hash, forgottenAt } = kept;
  const number = (value: number) => formatNumber(value, i18n.language);
  const facts = [
    t(`names.${report}`),
    t('kept.rows', { count: rowCount, n: number(rowCount) }),
    typeof completeness === 'number' && t('kept.completeness', { value: number(completeness) }),
    t('kept.by', { name: actorName(keptBy, t) }),
    forgottenAt && t('kept.until', { day: formatDay(today(new Date(forgottenAt)), i18n.language) }),
  ];
  return (
    <li>
      <Text fw={500}>{title}</Text>
      <Text fz="sm" c="dimmed">
        <time dateTime={keptAt}>{formatExact(keptAt, i18n.language)}</time> · {facts.filter(Boolean).join(' · ')}
      </Text>
      <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        SHA-256 {hash}
      </Text>
      <KeptActions kept={kept} onDeleted={onDeleted} />
    </li>
  );
}

function KeptActions({ kept: { id, title, viewerCanDelete }, onDeleted }: { kept: Kept; onDeleted: () => void }) {
  const { t } = useTranslation(['reports', 'common']);
  const locale = useFileLocale();
  const [exportKept, { loading }] = useMutation(ExportKeptReportDocument, {
    onCompleted: (data) => fetchFile(data.exportKeptReport),
    onError: notifyFailure,
  });
  const [remove] = useMutation(DeleteKeptReportDocument);

  return (
    <Group gap="xs" mt={4}>
      {exportFormats.map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          loading={loading}
          aria-label={`${t('export', { format })}: ${title}`}
          onClick={() => void exportKept({ variables: { id, format, locale } })}
        >
          {format}
        </Button>
      ))}
      {viewerCanDelete && (
        <ConfirmButton
          about={title}
          title={t('kept.delete.title', { title })}
          text={t('kept.delete.text')}
          action={t('common:actions.delete')}
          run={() => remove({ variables: { id } })}
          done={t('kept.delete.done', { title })}
          onDone={onDeleted}
        />
      )}
    </Group>
  );
}
