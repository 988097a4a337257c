import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ReportsQuery } from '../../../api/generated/graphql.ts';
import { paths } from '../../../paths.ts';
import { defaultSearch } from '../question/default-question.ts';
import classes from './Gallery.module.css';
import { ReportThumbnail } from './ReportThumbnail.tsx';
import { thumbnailOf } from './thumbnail.ts';

/** A report, what it looks like and what it answers; the whole of it leads there. */
export function ReportTile({ report }: { report: ReportsQuery['reports'][number] }) {
  const { t } = useTranslation('reports');
  const { name } = report;
  return (
    <li className={classes.tile}>
      <ReportThumbnail name={name} shape={thumbnailOf(report)} />
      <div>
        <Link to={`${paths.reports.view(name)}?${defaultSearch(report)}`} className={classes.link}>
          {t(`names.${name}`)}
        </Link>
        <p className={classes.question}>{t(`questions.${name}`)}</p>
      </div>
    </li>
  );
}
