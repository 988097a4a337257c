import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../paths.ts';
import { CauseText } from '../../../status/CauseText.tsx';
import { isToBeEmptied } from '../../../status/cause.ts';
import { StatusLevelBadge } from '../../../ui/badges/StatusLevelBadge.tsx';
import { WasteStreamBadge } from '../../../ui/badges/WasteStreamBadge.tsx';
import { IconEmptying, IconNext } from '../../../ui/icons.ts';
import { Link } from '../../../ui/page/Link.tsx';
import classes from './ContainerProblems.module.css';
import { locationOf, type Problem } from './problems.ts';

interface Props {
  problem: Problem;
  /** It is pointed at on the map. */
  pointed: boolean;
  onPoint: (id: string | null) => void;
  /** Undefined for those who may not tell of containers. */
  onEmptied: (() => void) | undefined;
}

/** One container with what is wrong, since when, and the one thing to do: a line on a desk, two on a phone. */
export function ProblemRow({ problem, pointed, onPoint, onEmptied }: Props) {
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
