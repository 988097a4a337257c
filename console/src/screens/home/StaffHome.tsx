import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/use-query.ts';
import { narrowed } from '../../crud/filters/narrowed.ts';
import { paths } from '../../paths.ts';
import { useViewer } from '../../session/viewer.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { Count } from '../../ui/values/cells.tsx';
import { useNow } from '../../ui/values/clock.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { localDay } from '../../ui/values/local-day.ts';
import { PlainMoment } from '../../ui/values/Moment.tsx';
import { HomeRegistryDocument, HomeTasksDocument } from './home.graphql.ts';
import { ContainerProblems } from './problems/ContainerProblems.tsx';
import { Answered, Section } from './Section.tsx';
import classes from './StaffHome.module.css';
import { sortTasks, taskFilters, taskLists } from './tasks.ts';
import { Today } from './Today.tsx';
import { part } from '../../loading/part.ts';

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
  const lists = taskLists(localDay(new Date(now)));
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
