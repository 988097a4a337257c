import { Anchor, Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { IconClose, IconCopied } from '../../../ui/icons.ts';
import { formatNumber } from '../../../ui/values/format.ts';
import { addressOf, chosen, decisionOf, differing, type Address, type Decision, type Match } from './decision.ts';
import classes from './Matches.module.css';

interface Props {
  match: Match;
  onDecide: (decision: Decision | null) => void;
}

const choices = [
  { choice: 'accepted', icon: IconCopied },
  { choice: 'refused', icon: IconClose },
] as const;

/** An address of the file beside that of the registry: how alike they are, why they are in doubt, and whether they are one. */
export function MatchRow({ match, onDecide }: Props) {
  const { t, i18n } = useTranslation('import');
  const { towerBlock, outcome, reason, score, rowNumber } = match;
  const stated = addressOf(match);
  const known = towerBlock && addressOf(towerBlock);
  const others = known ? differing(stated, known) : new Set<keyof Address>();
  const holds = decisionOf(match);
  const id = `match-${rowNumber}`;
  return (
    <li className={classes.row} data-decision={holds ?? undefined}>
      <div id={id}>
        <span className={classes.side}>{t('matches.inFile', { row: formatNumber(rowNumber, i18n.language) })}</span>
        <AddressParts address={stated} others={others} />
      </div>
      <div>
        <span className={classes.side}>{t('matches.inRegistry')}</span>
        {towerBlock && known ? (
          <Anchor component={Link} to={paths.towerBlocks.view(towerBlock.id)} target="_blank" fz="sm" c="inherit">
            <AddressParts address={known} others={others} />
          </Anchor>
        ) : (
          t('matches.none')
        )}
      </div>
      <div>
        {t(`matches.reasons.${reason}`)}
        {outcome !== 'new' && (
          <span className={classes.side}>
            {t('matches.score', { percent: formatNumber(Math.round(score * 100), i18n.language) })}
          </span>
        )}
      </div>
      {outcome !== 'new' && towerBlock && (
        <div className={classes.choices}>
          {choices.map(({ choice, icon: Icon }) => (
            <Button
              key={choice}
              size="xs"
              variant={holds === choice ? 'filled' : 'default'}
              aria-pressed={holds === choice}
              aria-describedby={id}
              data-choice={choice}
              leftSection={<Icon size={14} aria-hidden />}
              onClick={() => onDecide(chosen(match, choice))}
            >
              {t(`matches.choices.${choice}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/** Street, number and block, and where; what the other one writes otherwise stands out. */
function AddressParts({ address, others }: { address: Address; others: ReadonlySet<keyof Address> }) {
  const { t } = useTranslation('import');
  const { addrStreet, addrNr, addrBl, locality, county } = address;
  const shown = [
    ['addrStreet', addrStreet],
    ['addrNr', addrNr && t('matches.number', { number: addrNr })],
    ['addrBl', addrBl && t('matches.block', { block: addrBl })],
  ] as const;
  return (
    <>
      {shown
        .filter(([, text]) => text !== '')
        .map(([part, text], index) => (
          <span key={part} className={classes.part} data-differs={others.has(part) || undefined}>
            {index > 0 && ', '}
            {text}
          </span>
        ))}
      <span className={classes.side}>{[locality, county].filter(Boolean).join(', ')}</span>
    </>
  );
}

/** Up and down lead to the same choice of the next row, so that a queue is worked through without looking for the button. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const { choice } = (event.target as HTMLElement).dataset;
  if (step === undefined || !choice) {
    return;
  }
  const same = [...event.currentTarget.querySelectorAll<HTMLElement>(`[data-choice=${choice}]`)];
  const next = same[same.indexOf(event.target as HTMLElement) + step];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}
