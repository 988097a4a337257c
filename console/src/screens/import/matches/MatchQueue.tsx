import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../../api/failure.ts';
import { useQuery } from '../../../api/use-query.ts';
import { ListFailed } from '../../../crud/list/ListEmpty.tsx';
import { Outdated } from '../../../crud/list/Outdated.tsx';
import { leadsNowhere } from '../../../ui/page/PageButtons.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { byStreet } from './decision.ts';
import type { Match } from './list-undecided.ts';
import { MatchStreet } from './MatchStreet.tsx';
import { moveBetweenRows } from './MatchRow.tsx';
import { ImportMatchesDocument } from './matches.graphql.ts';
import { useDecide } from './use-decide.ts';

/** Matches shown at once. */
const pageSize = 50;

interface Props {
  id: string;
  outcome: Match['outcome'];
  undecided: number;
  onChanged: () => void;
}

/** The matches of one outcome, page by page, by street. */
export function MatchQueue({ id, outcome, undecided, onChanged }: Props) {
  const { t } = useTranslation('import');
  // Where each page began that was seen, so that there is a way back.
  const [pages, setPages] = useState<readonly (string | null)[]>([null]);
  const { data, previousData, error, refetch } = useQuery(ImportMatchesDocument, {
    variables: { id, outcome, first: pageSize, after: pages.at(-1) ?? null },
    fetchPolicy: 'cache-and-network',
  });
  const { decide, busy } = useDecide(id, async () => {
    await refetch();
    onChanged();
  });
  const page = (data ?? (error ? undefined : previousData))?.importJob?.matches;

  if (error && !page) {
    return <ListFailed failure={describeFailure(error)} permission="import:run" onRetry={() => void refetch()} />;
  }
  if (page?.nodes.length === 0) {
    return <Text fz="sm">{t('matches.empty')}</Text>;
  }
  return (
    <Stack gap="sm">
      <Outdated error={error} refetch={refetch} />
      {outcome === 'probably' && undecided > 0 && (
        <Group gap="xs">
          <Text fz="sm">{t('matches.undecided', { count: undecided })}</Text>
          {(['accepted', 'refused'] as const).map((decision) => (
            <Button
              key={decision}
              variant="default"
              size="xs"
              loading={busy}
              onClick={() => void decide('undecided', decision)}
            >
              {t(`matches.all.${decision}`)}
            </Button>
          ))}
        </Group>
      )}
      <div onKeyDown={moveBetweenRows}>
        {byStreet(page?.nodes ?? []).map((street) => (
          <MatchStreet
            key={`${street.locality} ${street.street}`}
            of={street}
            isOpen={outcome === 'probably'}
            onDecide={(what, decision) => void decide(what, decision)}
          />
        ))}
      </div>
      <Turning
        page={pages.length}
        onBack={pages.length > 1 ? () => setPages((before) => before.slice(0, -1)) : undefined}
        onNext={
          page?.pageInfo.hasNextPage
            ? () => setPages((before) => [...before, page.pageInfo.endCursor ?? null])
            : undefined
        }
      />
    </Stack>
  );
}

interface TurningProps {
  page: number;
  onBack: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Leads to the pages before and after; nothing where there is one. */
function Turning({ page, onBack, onNext }: TurningProps) {
  const { t, i18n } = useTranslation(['import', 'common']);
  if (!onBack && !onNext) {
    return null;
  }
  return (
    <Group gap="xs">
      <Button variant="default" {...(!onBack && leadsNowhere(t('common:pager.atStart')))} onClick={onBack}>
        {t('common:pager.previous')}
      </Button>
      <Button variant="default" {...(!onNext && leadsNowhere(t('common:pager.atEnd')))} onClick={onNext}>
        {t('common:pager.next')}
      </Button>
      <Text fz="sm" c="dimmed">
        {t('matches.page', { page: formatNumber(page, i18n.language) })}
      </Text>
    </Group>
  );
}
