import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allPages } from '../../../api/all-pages.ts';
import { DecideImportMatchesDocument } from '../../../api/mutations/generated/decide-import-matches.graphql.ts';
import { notifyFailure } from '../../../api/notify-failure.ts';
import { leadsNowhere } from '../../../ui/page/PageButtons.tsx';
import { useQuery } from '../../../api/use-query.ts';
import { Outdated } from '../../../crud/list/Outdated.tsx';
import { Pending } from '../../../crud/list/Pending.tsx';
import { Tabs } from '../../../ui/page/Tabs.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import type { Job } from '../JobView.tsx';
import { byStreet, type Decision, type Match, type StreetMatches } from './decision.ts';
import { ImportMatchesDocument } from './matches.graphql.ts';
import classes from './Matches.module.css';
import { MatchRow, moveBetweenRows } from './MatchRow.tsx';

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

/** Matches shown at once. */
const pageSize = 50;

interface MatchQueueProps {
  id: string;
  outcome: Match['outcome'];
  undecided: number;
  onChanged: () => void;
}

/** The matches of one outcome, page by page, by street. */
function MatchQueue({ id, outcome, undecided, onChanged }: MatchQueueProps) {
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
    return <Pending error={error} refetch={refetch} permission="import:run" />;
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

interface MatchStreetProps {
  of: StreetMatches;
  /** Whether there is something to decide, so that it may be decided for the whole street. */
  isOpen: boolean;
  onDecide: (what: Decided, decision: Decision | null) => void;
}

/** The matches of one street of the file. */
function MatchStreet({ of: { locality, street, matches }, isOpen, onDecide }: MatchStreetProps) {
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

/** Rows that one call may name, and of a page of the API, at most. */
const [rowsAtOnce, mostRows] = [1_000, 200];

/** What may be decided at once: rows of the file, a street as the file writes it, or all that nobody has decided. */
type Decided =
  | { readonly rows: number[] }
  | { readonly street: { readonly locality: string; readonly street: string } }
  | 'undecided';

/** Tells the server what a person says of proposals; `onDecided` then reads them again. */
function useDecide(id: string, onDecided: () => Promise<unknown>) {
  const client = useApolloClient();
  const [busy, setBusy] = useState(false);
  const [decideMatches] = useMutation(DecideImportMatchesDocument);

  async function send(what: Decided, decision: Decision | null) {
    if (what !== 'undecided') {
      await decideMatches({ variables: { id, ...what, decision } });
      return;
    }
    const asked = { id, outcome: 'probably', first: mostRows } as const;
    const probable = await allPages(client, ImportMatchesDocument, asked, ({ importJob }) => importJob?.matches);
    const rows = probable.flatMap(({ rowNumber, decision: said }) => (said === null ? [rowNumber] : []));
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await decideMatches({ variables: { id, rows: rows.slice(from, from + rowsAtOnce), decision } });
    }
  }

  async function decide(what: Decided, decision: Decision | null) {
    setBusy(true);
    try {
      await send(what, decision);
      await onDecided();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return { decide, busy };
}
