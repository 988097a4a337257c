import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from '../../api/use-query.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { Count } from '../../ui/values/cells.tsx';
import { formatNumber, formatShare } from '../../ui/values/format.ts';
import { HomeEventsDocument } from './home.graphql.ts';
import { Answered, Section } from './Section.tsx';
import classes from './Today.module.css';
import { figuresOf, type Figure } from './today.ts';
import { part } from '../../loading/part.ts';

// The figures come first.
const EventChart = part(async () => (await import('./EventChart.tsx')).EventChart, <Skeleton height={240} />);

/** What locks saw today beside what they usually see, and the last fortnight. */
export function Today() {
  const { t, i18n } = useTranslation('home');
  const viewer = useViewer();
  const answer = useQuery(HomeEventsDocument, { fetchPolicy: 'cache-and-network' });
  const mayReport = viewer.may('report:read');
  return (
    <Section title={t('today.title')} id="home-today">
      <Answered answer={answer} height={300}>
        {({ overview }) => {
          const figures = figuresOf(overview);
          const none = figures.filter(({ count }) => count === 0);
          return (
            <div className={classes.today}>
              <ul className={`plain ${classes.figures}`}>
                {figures
                  .filter(({ count }) => count > 0)
                  .map((figure) => (
                    <li key={figure.name} data-figure={figure.count}>
                      <FigureTile figure={figure} opens={mayReport} />
                    </li>
                  ))}
                {none.map(({ name, before }) => (
                  <li key={name} className={classes.none}>
                    {t(`today.none.${name}`, { value: formatNumber(before, i18n.language) })}
                  </li>
                ))}
                {mayReport && (
                  <li>
                    <TextLink to={paths.reports.list}>{t('today.reports')}</TextLink>
                  </li>
                )}
              </ul>
              <EventChart days={overview.days} />
            </div>
          );
        }}
      </Answered>
    </Section>
  );
}

/** @param opens - whether the viewer may see the records behind it. */
function FigureTile({ figure: { name, count, before, change, to }, opens }: { figure: Figure; opens: boolean }) {
  const { t, i18n } = useTranslation('home');
  const value = formatNumber(before, i18n.language);
  const content = (
    <>
      <span className={classes.label}>{t(`today.${name}`)}</span>
      <span className={classes.value}>
        <Count value={count} />
      </span>
      <span className={classes.change}>
        {change === null
          ? t('today.changeFromNone')
          : t('today.change', { change: formatShare(change, i18n.language), value })}
      </span>
    </>
  );
  return opens && to ? (
    <Link to={to} className={classes.tile}>
      {content}
    </Link>
  ) : (
    <div className={classes.tile}>{content}</div>
  );
}
