import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/use-query.ts';
import { useViewer } from '../../session/viewer.ts';
import { useNow } from '../../ui/values/clock.ts';
import { formatNumber } from '../../ui/values/format.ts';
import { localDay } from '../../ui/values/local-day.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { HomeTasksDocument } from './home.graphql.ts';
import { Answered, Section } from './Section.tsx';
import { sortTasks, taskFilters, taskLists } from './tasks.ts';
import classes from './Tasks.module.css';

/** What waits for the viewer, each leading to its list; what there is none of in one sentence. */
export function Tasks() {
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
