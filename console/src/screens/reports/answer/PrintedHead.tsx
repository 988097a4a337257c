import { useTranslation } from 'react-i18next';
import { useViewer } from '../../../session/viewer.ts';
import classes from '../Report.module.css';
import { formatDays } from '../question/period.ts';
import type { Question } from '../question/use-question.ts';

/** What paper has to say of itself: whose report it is, and of which days. On the screen the panel says it. */
export function PrintedHead({ days }: Pick<Question, 'days'>) {
  const { t, i18n } = useTranslation('reports');
  const { orgs } = useViewer();
  const town = orgs.map(({ name }) => name).join(', ') || t('print.allOrgs');
  return (
    <p className={classes.printed}>
      <strong>{town}</strong> · {t('panel.period')}: {formatDays(days, i18n.language)}
    </p>
  );
}
