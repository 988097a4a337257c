import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../api/use-query.ts';
import { Outdated } from '../crud/list/Outdated.tsx';
import { Pending } from '../crud/list/Pending.tsx';
import { paths } from '../paths.ts';
import { useViewer } from '../session/viewer.ts';
import { TextLink } from '../ui/page/TextLink.tsx';
import { atTab } from '../ui/page/use-address.ts';
import { PlainMoment } from '../ui/values/Moment.tsx';
import { CardEventsDocument } from './card-events.graphql.ts';
import { EventText } from './EventText.tsx';
import classes from './LastEvents.module.css';

/** As many as fit beside what they are shown with. */
const count = 5;

/** What happened at a container last; without who, for those who may not read it. */
export function LastEvents({ containerId }: { containerId: string }) {
  const { t } = useTranslation('cards');
  const { sees } = useViewer();
  const titleId = useId();
  const { data, error, refetch } = useQuery(CardEventsDocument, {
    variables: { filter: { containerId }, first: count, ...sees },
    fetchPolicy: 'cache-and-network',
  });
  const events = data?.cardEvents.nodes;
  return (
    <section className={`${classes.last} fingers`} aria-labelledby={titleId}>
      <Title order={2} fz="md" id={titleId}>
        {t('events.last')}
      </Title>
      {events && <Outdated error={error} refetch={refetch} />}
      {!events ? (
        <Pending error={error} refetch={refetch} permission="cardEvent:read" height={160} />
      ) : events.length === 0 ? (
        <Text fz="sm">{t('events.none')}</Text>
      ) : (
        <>
          <ol className={`plain ${classes.events}`}>
            {events.map((event) => (
              <li key={event.id}>
                <span>
                  <EventText event={event} />
                  {event.card && (
                    <>
                      {', '}
                      <TextLink inSentence to={paths.cards.view(event.card.id)}>
                        {event.card.label}
                      </TextLink>
                    </>
                  )}
                </span>
                <span className={classes.when}>
                  <PlainMoment at={event.occurredAt} />
                </span>
              </li>
            ))}
          </ol>
          <TextLink to={`${paths.containers.view(containerId)}?tab=events`} state={atTab}>
            {t('events.all')}
          </TextLink>
        </>
      )}
    </section>
  );
}
