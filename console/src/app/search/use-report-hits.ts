import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { ReportsDocument } from '../../screens/reports/report.graphql.ts';
import { useViewer } from '../../session/viewer.ts';
import { fold } from '../../ui/values/format.ts';
import { IconReports } from '../../ui/icons.ts';
import type { HitGroup } from './hit-group.ts';

/**
 * Reports whose name or question has the text in it, once their list and their texts are there: whoever looks for a card does not
 * wait for them.
 */
export function useReportHits(text: string): HitGroup[] {
  const mayRead = useViewer().may('report:read');
  const { t, ready } = useTranslation(mayRead ? ['common', 'reports'] : ['common'], { useSuspense: false });
  const { data } = useQuery(ReportsDocument, { skip: !mayRead });
  const wanted = fold(text.trim());
  if (!ready || wanted === '') {
    return [];
  }
  const entries = (data?.reports ?? [])
    .map(({ name }) => ({
      to: paths.reports.view(name),
      label: t(`reports:names.${name}`),
      description: t(`reports:questions.${name}`),
      icon: IconReports,
    }))
    .filter(({ label, description }) => fold(`${label} ${description}`).includes(wanted));
  return entries.length > 0 ? [{ label: t('common:menu.reports'), entries }] : [];
}
