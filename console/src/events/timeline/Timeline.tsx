import type { TypedDocumentNode } from '@apollo/client';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { reachOf } from '@noa/domain/permissions.ts';
import { reportLimits } from '@noa/domain/reporting/report.ts';
import { useQuery } from '../../api/use-query.ts';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { useViewer } from '../../session/viewer.ts';
import { Drawing } from '../../ui/drawing/Drawing.tsx';
import { DrawnAsTable } from '../../ui/drawing/DrawnAsTable.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { formatNumber, formatShare, formatSigned, formatWeekday, unbroken } from '../../ui/values/format.ts';
import { atList, dayAddress } from './day-address.ts';
import { Tracks } from './Tracks.tsx';
import { countOf, eventsOn, tracksOf, type TimelineDay } from './tracks.ts';
import { timelines } from './timeline.graphql.ts';
import { againstUsual } from './usual.ts';

interface Props {
  /** The kind of the record; its page has a tab `events`. */
  of: keyof typeof timelines;
  id: string;
  /** How many apartments it tells of; undefined where it looks at no household, as of a platform. */
  apartments?: number;
}

/** Days that are looked back, and milliseconds between two looks while the page is open. */
const days = 30;
const lookMs = 300_000;

type Answered = TypedDocumentNode<
  { record?: { timeline?: readonly TimelineDay[] | null } | null },
  { id: string; days: number }
>;

/**
 * What happened to a record over the last days: in a sentence beside what is usual, in figures, and drawn, a track for each sort of thing;
 * the same as a table below.
 */
export function Timeline({ of, id, apartments }: Props) {
  const { t } = useTranslation('cards');
  const viewer = useViewer();
  const { data, error, refetch } = useQuery(timelines[of] as Answered, {
    variables: { id, days },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
    pollInterval: lookMs,
  });
  const told = data?.record?.timeline;
  if (!told) {
    return <Pending error={error} refetch={refetch} permission="cardEvent:read" height={240} />;
  }
  const isPart = of === 'containerGroup' && viewer.roles.every((role) => reachOf[role] === 'managers');
  return (
    <Drawing title={t('timeline.title')} period={t('timeline.days', { count: days })}>
      <Outdated error={error} refetch={refetch} />
      {isPart && (
        <Text fz="sm" c="dimmed" mb={4}>
          {t('timeline.partly')}
        </Text>
      )}
      {!isPart && (apartments ?? reportLimits.smallestGroup) >= reportLimits.smallestGroup && <Against days={told} />}
      <Tracks days={told} />
      <DayTable days={told} />
    </Drawing>
  );
}

/** The last week beside what is usual, in a sentence. */
function Against({ days: told }: { days: readonly TimelineDay[] }) {
  const { t, i18n } = useTranslation('cards');
  const week = againstUsual(told);
  if (!week) {
    return null;
  }
  const { count, usual, change } = week;
  const number = (value: number) => formatNumber(value, i18n.language, 0);
  return (
    <Text fz="sm" fw={600} mb={4}>
      {t(`timeline.against.${change === null ? 'same' : 'changed'}`, {
        what: t('timeline.count.openings', { count, number: number(count) }),
        usual: number(usual),
        change:
          change &&
          unbroken(change.isShare ? formatShare(change.by, i18n.language) : formatSigned(change.by, i18n.language)),
      })}
    </Text>
  );
}

/** Days on which something happened, newest first. */
function DayTable({ days: told }: { days: readonly TimelineDay[] }) {
  const { t, i18n } = useTranslation('cards');
  const tracks = tracksOf(told);
  const busy = told.filter((day) => tracks.some((track) => countOf(day, track) > 0));
  return (
    busy.length > 0 && (
      <DrawnAsTable
        label={t('timeline.title')}
        heads={[t('timeline.date'), ...tracks.map((track) => t(`timeline.tracks.${track}`))]}
        rows={busy.toReversed().map((day) => {
          const date = formatWeekday(day.date, i18n.language);
          return {
            id: day.date,
            head:
              eventsOn(day) > 0 ? (
                <TextLink to={dayAddress(day)} state={atList}>
                  {date}
                </TextLink>
              ) : (
                date
              ),
            cells: tracks.map((track) => formatNumber(countOf(day, track), i18n.language)),
          };
        })}
      />
    )
  );
}
