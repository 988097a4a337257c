import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContainerStatusCountsQuery } from '../../../api/generated/graphql.ts';
import { useFreshAnswer } from '../../../api/ask-ahead.ts';
import { useQuery } from '../../../api/use-query.ts';
import { MapRoom } from '../../../map/MapRoom.tsx';
import { paths } from '../../../paths.ts';
import { isToBeEmptied } from '../../../status/cause.ts';
import { CauseText } from '../../../status/CauseText.tsx';
import { StatusLevelBadge } from '../../../ui/badges/StatusLevelBadge.tsx';
import { WasteStreamBadge } from '../../../ui/badges/WasteStreamBadge.tsx';
import { IconEmptying, IconNext } from '../../../ui/icons.ts';
import { Link } from '../../../ui/page/Link.tsx';
import { narrow } from '../../../ui/preferences.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import { TextLink } from '../../../ui/page/TextLink.tsx';
import { EmptyingActions, EmptyingJob } from '../../../status/emptying/EmptyingParts.tsx';
import { useEmptying } from '../../../status/emptying/use-emptying.ts';
import { Answered, Section } from '../Section.tsx';
import classes from './ContainerProblems.module.css';
import { mostProblems } from './first-asked.ts';
import { locationOf, rankProblems, stateCounts, wellOf, type Problem } from './problems.ts';
import { countsQuestion, problemsQuestion } from './questions.ts';
import { part } from '../../../loading/part.ts';

const ProblemsMap = part(async () => (await import('./ProblemsMap.tsx')).ProblemsMap);

/** Nothing is picked here: one row at a time is marked. */
const everything = {};

/**
 * What is wrong with containers now, the worst and longest first, beside a map of where they stand, and that the others are well;
 * nothing where there is none.
 */
export function ContainerProblems() {
  const { t } = useTranslation('home');
  const counted = useQuery(countsQuestion.query, { fetchPolicy: useFreshAnswer(countsQuestion) });
  const emptying = useEmptying(everything);
  const answer = useQuery(problemsQuestion.query, {
    variables: problemsQuestion.variables,
    fetchPolicy: useFreshAnswer(problemsQuestion),
  });
  const [pointed, setPointed] = useState<string | null>(null);
  const [marked, setMarked] = useState<readonly string[]>([]);
  if (counted.data?.containerStatusCounts.total === 0) {
    return null;
  }
  return (
    <Section title={t('problems.title')} id="home-problems">
      <Stack gap="xs">
        <EmptyingJob emptying={emptying} />
        <div className={classes.sides}>
          <div className={classes.listSide}>
            <Answered answer={answer} height={220}>
              {(data) => {
                const problems = rankProblems(data);
                return (
                  problems.length > 0 && (
                    <ol className={`plain ${classes.rows}`} aria-label={t('problems.title')}>
                      {problems.map((problem) => (
                        <ProblemRow
                          key={problem.id}
                          problem={problem}
                          pointed={problem.id === pointed || marked.includes(problem.id)}
                          onPoint={setPointed}
                          onEmptied={emptying.selection && (() => emptying.markOne(problem))}
                        />
                      ))}
                    </ol>
                  )
                );
              }}
            </Answered>
            <Answered answer={counted} height={22}>
              {({ containerStatusCounts }) => <Rest counts={containerStatusCounts} />}
            </Answered>
          </div>
          <div className={classes.mapSide}>
            <MapRoom
              unfold={t('problems.showMap')}
              fold={t('problems.hideMap')}
              isReady={answer.data !== undefined}
              foldedOn={narrow}
              height="var(--map-height)"
            >
              <ProblemsMap pointed={pointed} onPoint={setMarked} />
            </MapRoom>
          </div>
        </div>
        <EmptyingActions emptying={emptying} />
      </Stack>
    </Section>
  );
}

/** How much of it is shown, the lists of all of it, and everything that is well in one sentence. */
function Rest({ counts }: { counts: ContainerStatusCountsQuery['containerStatusCounts'] }) {
  const { t, i18n } = useTranslation('home');
  const counted = (count: number) => ({ count, value: formatNumber(count, i18n.language) });
  const problems = counts.error + counts.warning;
  const well = wellOf(counts);
  return (
    <p className={classes.rest}>
      {problems > mostProblems && (
        <span>{t('problems.first', { shown: mostProblems, value: formatNumber(problems, i18n.language) })}</span>
      )}
      {stateCounts(counts).map(({ name, count, to }) => (
        <span key={name} data-figure={count}>
          <TextLink to={to}>{t(`problems.${name}`, counted(count))}</TextLink>
        </span>
      ))}
      {well.count > 0 && <span>{t(well.all ? 'problems.all' : 'problems.rest', counted(well.count))}</span>}
    </p>
  );
}

interface Props {
  problem: Problem;
  /** It is pointed at on the map. */
  pointed: boolean;
  onPoint: (id: string | null) => void;
  /** Undefined for those who may not tell of containers. */
  onEmptied: (() => void) | undefined;
}

/** One container with what is wrong, since when, and the one thing to do: a line on a desk, two on a phone. */
function ProblemRow({ problem, pointed, onPoint, onEmptied }: Props) {
  const { id, container, level } = problem;
  const location = locationOf(problem);
  return (
    <li
      className={classes.row}
      data-problem={id}
      data-pointed={pointed || undefined}
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(id)}
      onBlur={() => onPoint(null)}
    >
      <span className={classes.line}>
        <span className={classes.level}>
          <StatusLevelBadge level={level} />
        </span>
        <Link to={paths.containers.view(id)} className={classes.code}>
          {container.label}
        </Link>
        <span className={classes.where} title={location}>
          {location}
        </span>
      </span>
      <span className={classes.line}>
        <WasteStreamBadge stream={container.wasteStream} />
        <CauseText of={problem} />
      </span>
      <Action label={container.label} to={paths.containers.view(id)} onEmptied={isToBeEmptied(problem) && onEmptied} />
    </li>
  );
}

interface ActionProps {
  label: string;
  /** Where one looks at it. */
  to: string;
  /** Marks it emptied, where that is what it needs. */
  onEmptied: (() => void) | false | undefined;
}

/** The one thing to do; on a phone an icon that is a finger wide. */
function Action({ label, to, onEmptied }: ActionProps) {
  const { t } = useTranslation('home');
  const words = t(onEmptied ? 'problems.empty' : 'problems.open');
  const look = {
    variant: 'default',
    size: 'compact-sm',
    className: classes.action,
    'aria-label': `${words}: ${label}`,
  } as const;
  const Icon = onEmptied ? IconEmptying : IconNext;
  const content = (
    <>
      <Icon size={16} aria-hidden />
      <span className={classes.words}>{words}</span>
    </>
  );
  return onEmptied ? (
    <Button {...look} onClick={onEmptied}>
      {content}
    </Button>
  ) : (
    <Button {...look} component={Link} to={to}>
      {content}
    </Button>
  );
}
