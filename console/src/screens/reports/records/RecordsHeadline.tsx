import { Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../../ui/values/kept-format.ts';
import type { ReportRecordsQuery, ReportsQuery } from '../../../api/generated/graphql.ts';
import { formatEnd, useCellTexts } from '../answer/rows/cells.ts';
import type { Figure } from '../answer/figure-address.ts';
import type { Question } from '../question/use-question.ts';

interface Props {
  figure: Figure;
  question: Question;
  offers: ReportsQuery['reports'][number]['filters'];
  answer: ReportRecordsQuery['reportRecords'] | undefined;
}

/** Which figure it is, in words: what is counted, of which row, in which days; and how many records that is. */
export function RecordsHeadline({ figure: { metric, keys }, question: { days }, offers, answer }: Props) {
  const { t, i18n } = useTranslation('reports');
  const texts = useCellTexts(answer?.labels);
  const utc = dateFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  const named = keys.map(({ grouping, value }) => {
    const type = offers.find(({ field }) => field === grouping)?.type ?? 'string';
    return {
      grouping,
      text: value === null ? t('withoutRecord') : formatEnd({ field: grouping, type }, String(value), texts),
    };
  });
  return (
    <Stack gap={4}>
      <Group gap="sm" align="baseline">
        <Title order={2} size="h4">
          {t(`fields.${metric}`)}
        </Title>
        {answer && (
          <Text span aria-live="polite">
            {t('records.count', { count: answer.recordCount })}
          </Text>
        )}
      </Group>
      <Text fz="sm" c="dimmed">
        {[
          ...named.map(({ grouping, text }) => `${t(`fields.${grouping}`)}: ${text}`),
          `${t('records.period')}: ${utc.formatRange(new Date(days.from), new Date(days.to))}`,
        ].join(' · ')}
      </Text>
    </Stack>
  );
}
