import { Button, Paper, Title } from '@mantine/core';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { firstSteps } from '@noa/domain/first-steps.ts';
import { useQuery } from '../../api/use-query.ts';
import { useDefaultOrg } from '../../session/default-org.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconNormal } from '../../ui/icons.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { preferenceKeys, usePreference } from '../../ui/preferences.ts';
import { mayDo, stepLink, useStepText, type Steps } from './first-steps.ts';
import classes from './FirstSteps.module.css';
import { FirstStepsDocument } from './home.graphql.ts';
import { Answered } from './Section.tsx';

/** How the list stood when it was last seen; `none` where nothing was left. */
type Kept = 'open' | 'folded' | 'none';

/** What is left until the locks of an org open by card: it stays until all of it is done, and can be folded but not put away. */
export function FirstSteps() {
  const viewer = useViewer();
  const [orgId] = useDefaultOrg();
  const { data, error, refetch } = useQuery(FirstStepsDocument, {
    variables: { orgId },
    fetchPolicy: 'cache-and-network',
  });
  const [kept, keep] = usePreference<Kept>(preferenceKeys.firstSteps(viewer.id ?? ''), 'none');
  const steps = data?.firstSteps;
  const stands = steps === undefined ? undefined : steps !== null;
  useEffect(
    function keepWhetherItStands() {
      if (stands !== undefined) {
        keep((before) => (stands ? (before === 'none' ? 'open' : before) : 'none'));
      }
    },
    [stands, keep],
  );
  if (steps === undefined) {
    // What stood here will stand here again: what is below keeps its place.
    return kept === 'none' ? null : (
      <Answered answer={{ error, refetch }} height={kept === 'folded' ? 60 : 330}>
        {() => null}
      </Answered>
    );
  }
  return (
    steps && <StepList steps={steps} isOpen={kept !== 'folded'} onToggle={(open) => keep(open ? 'open' : 'folded')} />
  );
}

interface Props {
  steps: Steps;
  isOpen: boolean;
  onToggle: (open: boolean) => void;
}

function StepList({ steps, isOpen, onToggle }: Props) {
  const { t } = useTranslation('home');
  const id = useId();
  const { orgName, done } = steps;
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <Title order={2} fz="md" id={`${id}-title`}>
          {orgName === null ? t('firstSteps.title') : t('firstSteps.titleOf', { name: orgName })}
        </Title>
        <span className={classes.progress}>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ width: `${(100 * done.length) / firstSteps.length}%` }} />
          </span>
          {t('firstSteps.progress', { done: done.length, all: firstSteps.length })}
        </span>
        <Button
          variant="default"
          size="xs"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={`${id}-steps`}
          onClick={() => onToggle(!isOpen)}
        >
          {t(isOpen ? 'firstSteps.fold' : 'firstSteps.unfold')}
        </Button>
      </div>
      <ol id={`${id}-steps`} className={classes.steps} hidden={!isOpen}>
        {firstSteps.map((step, index) => (
          <Step key={step} steps={steps} step={step} position={index + 1} />
        ))}
      </ol>
    </Paper>
  );
}

interface StepProps {
  steps: Steps;
  step: (typeof firstSteps)[number];
  position: number;
}

function Step({ steps, step, position }: StepProps) {
  const { t } = useTranslation('home');
  const viewer = useViewer();
  const text = useStepText(steps, step);
  const isDone = steps.done.includes(step);
  const to = stepLink(steps, step, viewer);
  const name = t(`firstSteps.names.${step}`);
  return (
    <li className={classes.step}>
      <span className={classes.mark} data-done={isDone || undefined}>
        {isDone ? <IconNormal size={20} aria-hidden /> : <span aria-hidden>{position}</span>}
        <span className="visually-hidden">{t(isDone ? 'firstSteps.isDone' : 'firstSteps.isLeft')}</span>
      </span>
      <span className={classes.what}>
        {to ? <TextLink to={to}>{name}</TextLink> : <span>{name}</span>}
        <span className={classes.text}>
          {text}
          {!isDone && !mayDo(step, viewer) && ` (${t('firstSteps.byRoot')})`}
        </span>
      </span>
    </li>
  );
}
