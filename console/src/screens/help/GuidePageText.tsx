import { Anchor } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { phone } from '../../ui/preferences.ts';
import classes from './Guide.module.css';
import type { Guide } from './guide-node.ts';
import { GuideElements, tasksOf } from './GuideElements.tsx';

/** A guide with its tasks listed above it, which on a phone are opened: the guide begins there as well. It is in Romanian, whatever the console speaks. */
export function GuidePageText({ guide: { nodes, pictures } }: { guide: Guide }) {
  const { t } = useTranslation('help');
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false });
  const tasks = (
    <ul className={`plain fingers ${classes.tasks}`} lang="ro">
      {tasksOf(nodes).map(({ id, title }) => (
        <li key={id}>
          <Anchor href={`#${id}`} fz="sm">
            {title}
          </Anchor>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav aria-label={t('tasks')}>
        {isPhone ? (
          <details className={classes.folded}>
            <summary>{t('tasks')}</summary>
            {tasks}
          </details>
        ) : (
          tasks
        )}
      </nav>
      <article className={classes.guide} lang="ro">
        <GuideElements nodes={nodes} pictures={pictures} />
      </article>
    </>
  );
}
