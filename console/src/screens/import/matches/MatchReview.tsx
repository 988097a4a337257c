import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tabs } from '../../../ui/page/Tabs.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import type { Job } from '../JobView.tsx';
import type { Match } from './list-undecided.ts';
import { MatchQueue } from './MatchQueue.tsx';

const outcomes = ['probably', 'same', 'new'] as const;
type Outcome = Match['outcome'];

interface Props {
  job: Pick<Job, 'id' | 'matchCounts'>;
  onChanged: () => void;
}

/** Addresses that the file writes otherwise than the registry: what is joined, what a person has to decide, and what is new. */
export function MatchReview({ job: { id, matchCounts }, onChanged }: Props) {
  const { t, i18n } = useTranslation('import');
  const [outcome, setOutcome] = useState<Outcome>(matchCounts.probably > 0 ? 'probably' : 'same');

  return (
    <Stack gap="xs">
      <Title order={2} fz="md">
        {t('matches.title')}
      </Title>
      <Text fz="sm" c="dimmed" maw={720}>
        {t('matches.hint')}
      </Text>
      <Tabs
        tabs={outcomes.map((each) => ({
          id: each,
          label: `${t(`matches.outcomes.${each}`)} (${formatNumber(matchCounts[each], i18n.language)})`,
        }))}
        open={outcome}
        onOpen={(each) => setOutcome(each as Outcome)}
      >
        <MatchQueue key={outcome} id={id} outcome={outcome} undecided={matchCounts.undecided} onChanged={onChanged} />
      </Tabs>
    </Stack>
  );
}
