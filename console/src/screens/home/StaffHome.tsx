import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from '../../api/use-query.ts';
import { narrowed } from '../../crud/filters/narrowed.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { Count } from '../../ui/values/cells.tsx';
import { useNow } from '../../ui/values/clock.ts';
import { formatNumber, formatShare } from '../../ui/values/format.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { dayOf } from '../../ui/values/day-zone.ts';
import { HomeEventsDocument, HomeRegistryDocument, HomeTasksDocument } from './home.graphql.ts';
import { ContainerProblems } from './problems/ContainerProblems.tsx';
import { Answered, Section } from './Section.tsx';
import classes from './StaffHome.module.css';
import { sortTasks, taskFilters, taskLists } from './tasks.ts';
import { part } from '../../loading/part.ts';
import { figuresOf, type Figure } from './today.ts';

const FirstSteps = part(async () => (await import('./FirstSteps.tsx')).FirstSteps, null);

/**
 * What needs somebody now, then how things go, then what there is; each as far as the viewer may see it. What one can do something
 * about comes first: containers for those who look after them, cards for property administrators, figures for who reads reports. A
 * new org has no containers yet, and begins with its first steps.
 */
export function StaffHome() {
  const viewer = useViewer();
  const problems = viewer.may('statusUpdate:read') && <ContainerProblems />;
  const looksAfterContainers = viewer.may('statusUpdate:create');
  return (
    <Stack gap="xl">
      {looksAfterContainers && problems}
      {viewer.may('orgSettings:read') && <FirstSteps />}
      {viewer.may('cardRequest:read') && <Tasks />}
      {!looksAfterContainers && !viewer.may('report:read') && problems}
      {viewer.may('cardEvent:read') && <Today />}
      {!looksAfterContainers && viewer.may('report:read') && problems}
      <Registry />
    </Stack>
  );
}

/** What waits for the viewer, each leading to its list; what there is none of in one sentence. */
function Tasks() {
  const { t, i18n } = useTranslation('home');
  const viewer = useViewer();
  const now = useNow();
  const lists = taskLists(dayOf(new Date(now)));
  const answer = useQuery(HomeTasksDocument, {
    variables: { ...viewer.sees, ...taskFilters(lists) },
    fetchPolicy: 'cache-and-network',
  });
  return (
    <Section title={t('tasks.title')} id="home-tasks">
      <Answered answer={answer} height={60}>
        {(data) => {
          const { waiting, none } = sortTasks(data);
          const nothing = none.map((name) => t(`tasks.none.${name}`));
          return (
            <>
              {waiting.length > 0 && (
                <ul className={`plain ${classes.tasks}`}>
                  {waiting.map(({ name, count }) => (
                    <li key={name} data-figure={count}>
                      <TextLink to={lists[name].to}>
                        {t(`tasks.${name}`, { count, value: formatNumber(count, i18n.language) })}
                      </TextLink>
                    </li>
                  ))}
                </ul>
              )}
              {nothing.length > 0 && (
                <p className={classes.nothing}>
                  {t(waiting.length > 0 ? 'tasks.nothingElse' : 'tasks.nothing', {
                    list: new Intl.ListFormat(i18n.language).format(nothing),
                  })}
                </p>
              )}
            </>
          );
        }}
      </Answered>
    </Section>
  );
}

/** In the order of the menu. */
const kinds = [
  'accessGroups',
  'containerGroups',
  'containers',
  'towerBlocks',
  'entrances',
  'managers',
  'cards',
  'orgs',
] as const;

/** What there is, as one line of lists with their counts, and the last file that was brought in. */
function Registry() {
  const { t } = useTranslation(['home', 'common']);
  const { sees } = useViewer();
  const answer = useQuery(HomeRegistryDocument, { variables: sees, fetchPolicy: 'cache-and-network' });
  return (
    <Section title={t('registry')} id="home-registry">
      <Answered answer={answer} height={48}>
        {(data) => (
          <ul className={`plain ${classes.kinds}`}>
            {kinds.map((kind) => {
              const list = data[kind];
              return (
                list && (
                  <li key={kind} data-figure={list.totalCount}>
                    <TextLink to={narrowed(paths[kind].list, []).to}>
                      {t(`common:menu.${kind}`)} <Count value={list.totalCount} />
                    </TextLink>
                  </li>
                )
              );
            })}
            {data.importJobs && <LastImport job={data.importJobs.nodes[0]} />}
          </ul>
        )}
      </Answered>
    </Section>
  );
}

interface Props {
  job:
    | { readonly id: string; readonly state: string; readonly fileName: string; readonly createdAt: string }
    | undefined;
}

/** When a file was last brought in, and how that ended. */
function LastImport({ job }: Props) {
  const { t } = useTranslation('home');
  return (
    <li>
      <TextLink inSentence to={job ? `${paths.import}?job=${job.id}` : paths.import}>
        {t('lastImport.name')}
      </TextLink>{' '}
      {job ? (
        <>
          <PlainMoment at={job.createdAt} />, {t(`importStates.${job.state}`)}: {job.fileName}
        </>
      ) : (
        t('lastImport.none')
      )}
    </li>
  );
}

// The figures come first.
const EventChart = part(async () => (await import('./EventChart.tsx')).EventChart, <Skeleton height={240} />);

/** What locks saw today beside what they usually see, and the last fortnight. */
function Today() {
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
