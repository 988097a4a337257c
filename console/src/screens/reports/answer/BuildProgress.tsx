import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../../api/use-query.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import { ReportProgressDocument } from '../report.graphql.ts';

/** How often it is asked how far it is. */
const pollMs = 1_000;

/**
 * How far the copy of the events has come that reports count over, while one waits for it; nothing when it is there. The
 * report's own answer comes once it is.
 */
export function BuildProgress() {
  const { t, i18n } = useTranslation('reports');
  const { data } = useQuery(ReportProgressDocument, { fetchPolicy: 'no-cache', pollInterval: pollMs });
  const progress = data?.reportProgress;
  if (!progress) {
    return null;
  }
  const { share } = progress;
  return (
    <Stack gap={6} maw={560}>
      <Text role="status">{t('building.text')}</Text>
      <progress aria-label={t('building.label')} {...(share !== null && { value: share, max: 1 })} />
      {share !== null && (
        <Text fz="sm" c="dimmed">
          {t('building.share', { percent: formatNumber(Math.round(share * 100), i18n.language) })}
        </Text>
      )}
    </Stack>
  );
}
