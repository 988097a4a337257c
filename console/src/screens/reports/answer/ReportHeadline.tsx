import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AnswerPlan } from '@noa/domain/reporting/answer/plan.ts';
import type { Question } from '../question/use-question.ts';
import classes from './ReportHeadline.module.css';
import { useAnswer } from './use-answer.ts';

interface Props {
  name: string;
  question: Question;
  plan: AnswerPlan;
}

/** What the report answers: a sentence, and its figure. Nothing where none would be true. */
export function ReportHeadline({ name, question, plan }: Props) {
  const { t } = useTranslation(['answers', 'reports', 'common']);
  const told = useAnswer(name, question, plan);
  if (told === null) {
    return null;
  }
  return (
    <section className={classes.headline} aria-label={t('label')} aria-live="polite" aria-busy={told === undefined}>
      {told === undefined ? (
        <Skeleton className={classes.waiting} role="status" aria-label={t('common:loading.screen')} />
      ) : (
        <>
          <p className={classes.sentence}>{told.sentence}</p>
          <p className={classes.figure}>
            <strong>{told.figure}</strong>
            {told.change && (
              <span className={classes.change} data-direction={told.direction ?? undefined}>
                {told.change}
              </span>
            )}
            <span className={classes.metric}>{t(`reports:fields.${plan.metric}`)}</span>
          </p>
        </>
      )}
    </section>
  );
}
