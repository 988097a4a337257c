import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './Guide.module.css';
import type { Guide } from './guide-node.ts';
import { GuideElements, tasksOf } from './GuideElements.tsx';

/** A guide with its tasks listed above it. It is in Romanian, whatever the console speaks. */
export function GuidePageText({ guide: { nodes, pictures } }: { guide: Guide }) {
  const { t } = useTranslation('help');
  return (
    <>
      <nav aria-label={t('tasks')}>
        <ul className={`${classes.tasks} fingers`} lang="ro">
          {tasksOf(nodes).map(({ id, title }) => (
            <li key={id}>
              <Anchor href={`#${id}`} fz="sm">
                {title}
              </Anchor>
            </li>
          ))}
        </ul>
      </nav>
      <article className={classes.guide} lang="ro">
        <GuideElements nodes={nodes} pictures={pictures} />
      </article>
    </>
  );
}
