import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Decision, StreetMatches } from './decision.ts';
import { MatchRow } from './MatchRow.tsx';
import classes from './Matches.module.css';
import type { Decided } from './use-decide.ts';

interface Props {
  of: StreetMatches;
  /** Whether there is something to decide, so that it may be decided for the whole street. */
  isOpen: boolean;
  onDecide: (what: Decided, decision: Decision | null) => void;
}

/** The matches of one street of the file. */
export function MatchStreet({ of: { locality, street, matches }, isOpen, onDecide }: Props) {
  const { t } = useTranslation('import');
  const name = [street || t('matches.noStreet'), locality].filter(Boolean).join(', ');
  return (
    <section aria-label={name}>
      <Group gap="xs" className={classes.street}>
        <Text component="h3" fz="sm" fw={600}>
          {name}
        </Text>
        {isOpen &&
          matches.length > 1 &&
          (['accepted', 'refused'] as const).map((decision) => (
            <Button
              key={decision}
              variant="default"
              size="compact-xs"
              onClick={() => onDecide({ street: { locality, street } }, decision)}
            >
              {t(`matches.street.${decision}`)}
            </Button>
          ))}
      </Group>
      <ul className={`plain ${classes.rows}`}>
        {matches.map((match) => (
          <MatchRow
            key={match.rowNumber}
            match={match}
            onDecide={(decision) => onDecide({ rows: [match.rowNumber] }, decision)}
          />
        ))}
      </ul>
    </section>
  );
}
