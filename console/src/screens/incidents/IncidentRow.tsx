import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IncidentsQuery } from '../../api/generated/graphql.ts';
import { AcknowledgeIncidentDocument } from '../../api/mutations/generated/acknowledge-incident.graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { paths } from '../../paths.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { formatExact } from '../../ui/values/format.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { causeText } from './condition-text.ts';
import classes from './Incidents.module.css';
import { SilenceDialog } from './SilenceDialog.tsx';

export type Incident = IncidentsQuery['incidents']['nodes'][number];

interface Props {
  incident: Incident;
}

/** What is wrong where and since when, what became of it, and what may be done about it. */
export function IncidentRow({ incident }: Props) {
  const { t, i18n } = useTranslation(['alerts', 'statusUpdates']);
  const { ruleName, containerGroup, containers, openedAt, resolvedAt, reopened, viewerCanUpdate, state } = incident;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.where}>
          <strong>{ruleName}</strong>
          {containerGroup && (
            <TextLink to={paths.containerGroups.view(containerGroup.id)}>{containerGroup.label}</TextLink>
          )}
          {containers.map(({ id, serialNumber }) => (
            <TextLink key={id} to={paths.containers.view(id)}>
              {serialNumber}
            </TextLink>
          ))}
        </span>
        <span className={classes.beside}>
          {causeText(t, i18n.language, incident)}
          {' · '}
          {t('since')} <Moment at={openedAt} />
          {resolvedAt && (
            <>
              {' · '}
              {t('resolved')} <Moment at={resolvedAt} />
            </>
          )}
          {reopened > 0 && ` · ${t('reopened', { count: reopened })}`}
          <Handling incident={incident} />
        </span>
      </div>
      {viewerCanUpdate && state !== 'resolved' && <Actions incident={incident} />}
    </li>
  );
}

/** Who has taken it on, and what is told of it. */
function Handling({ incident }: Props) {
  const { t, i18n } = useTranslation('alerts');
  const { acknowledgedBy, escalatedAt, silencedUntil } = incident;
  return (
    <>
      {acknowledgedBy && ` · ${t('acknowledgedBy', { person: acknowledgedBy })}`}
      {escalatedAt && ` · ${t('escalated')}`}
      {silencedUntil && ` · ${t('silenced', { time: formatExact(silencedUntil, i18n.language) })}`}
    </>
  );
}

function Actions({ incident }: Props) {
  const { t } = useTranslation('alerts');
  const client = useApolloClient();
  const [acknowledge, { loading }] = useMutation(AcknowledgeIncidentDocument);
  const [asking, setAsking] = useState(false);
  const { id, state, ruleName } = incident;
  const about = (action: string) => ({ 'aria-label': `${action}: ${ruleName}` });

  async function handleAcknowledge() {
    try {
      await acknowledge({ variables: { id } });
      notifySuccess(t('acknowledge.done'));
      // The menu says how many are left.
      void client.refetchQueries({ include: 'active' });
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <Group gap="xs">
      {state === 'open' && (
        <Button
          size="xs"
          loading={loading}
          onClick={() => void handleAcknowledge()}
          {...about(t('acknowledge.action'))}
        >
          {t('acknowledge.action')}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setAsking(true)} {...about(t('silence.action'))}>
        {t('silence.action')}
      </Button>
      {asking && <SilenceDialog incident={incident} onClose={() => setAsking(false)} />}
    </Group>
  );
}
