import { useApolloClient, useMutation } from '@apollo/client/react';
import { Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { durationText } from '@noa/domain/texts/duration-text.ts';
import type { IncidentsQuery } from '../../api/generated/graphql.ts';
import { AcknowledgeIncidentDocument } from '../../api/mutations/generated/acknowledge-incident.graphql.ts';
import { SilenceIncidentDocument } from '../../api/mutations/generated/silence-incident.graphql.ts';
import { notifyFailure } from '../../api/notify-failure.ts';
import { TaskDialog } from '../../crud/form/TaskDialog.tsx';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { paths } from '../../paths.ts';
import { useGrowingList } from '../../crud/list/use-growing-list.tsx';
import { pickers } from '../../pickers/pickers.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconIncident, IconNone, IconNormal } from '../../ui/icons.ts';
import { notifySuccess } from '../../ui/notify.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Line, Lines } from '../../ui/page/Lines.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { actorName } from '../../ui/values/actor.ts';
import { Status } from '../../ui/values/cells.tsx';
import { useNow } from '../../ui/values/clock.ts';
import { formatExact } from '../../ui/values/format.ts';
import { Moment } from '../../ui/values/Moment.tsx';
import { causeText } from './condition-text.ts';
import { IncidentsDocument } from './incidents.graphql.ts';
import { part } from '../../loading/part.ts';
import classes from './Incidents.module.css';

/** Its form is asked for by those alone who open it. */
const Rules = part(async () => (await import('./Rules.tsx')).Rules, null);

const parts = ['unresolved', 'resolved', 'rules'] as const;
type Part = (typeof parts)[number];

/** What is wrong at container groups, what was, and the rules by which somebody is told. */
export function Component() {
  const { t } = useTranslation(['alerts', 'containers', 'containerStatus', 'statusUpdates', 'common']);
  const viewer = useViewer();
  const [address, setAddress] = useSearchParams();
  const part = parts.find((each) => each === address.get('tab')) ?? 'unresolved';
  const orgId = address.get('orgId');
  const show = (id: string, org: string | null) =>
    setAddress({ ...(id !== 'unresolved' && { tab: id }), ...(org && { orgId: org }) }, { preventScrollReset: true });
  const openPart = (id: string) => show(id, orgId);
  const isOfSeveral = viewer.may('org:read') && (viewer.roles.includes('root') || viewer.orgs.length > 1);
  const above = [
    { label: t('containers:title'), to: paths.containers.list },
    { label: t('containerStatus:title'), to: paths.containers.status },
  ];
  const shown = parts.filter((each) => each !== 'rules' || viewer.may('alertRule:read'));
  return (
    <Page title={t('title')} above={above}>
      <Tabs tabs={shown.map((id) => ({ id, label: t(`tabs.${id}`) }))} open={part} onOpen={openPart}>
        {part === 'rules' ? (
          <Rules />
        ) : (
          <Stack gap="sm">
            {isOfSeveral && (
              <Box maw={480}>
                <RecordSelect
                  picker={pickers.org}
                  label={t('common:fields.orgId')}
                  placeholder={t('common:allOrgs')}
                  value={orgId}
                  onChange={(id) => show(part, id)}
                />
              </Box>
            )}
            <Incidents
              key={`${part} ${orgId}`}
              part={part}
              orgId={orgId}
              onRules={viewer.may('alertRule:read') && (() => openPart('rules'))}
            />
          </Stack>
        )}
      </Tabs>
    </Page>
  );
}

interface IncidentsProps {
  part: Exclude<Part, 'rules'>;
  /** Whose alone; null for all. */
  orgId: string | null;
  /** Leads to the rules; false for those who may not read them. */
  onRules: false | (() => void);
}

function Incidents({ part, orgId, onRules }: IncidentsProps) {
  const { t } = useTranslation('alerts');
  const { page, pending, more, loading } = useGrowingList({
    query: IncidentsDocument,
    variables: { unresolved: part === 'unresolved', orgId },
    select: ({ incidents }) => incidents,
    permission: 'incident:read',
    more: t('more'),
  });
  if (!page) {
    return pending;
  }
  if (page.nodes.length === 0) {
    return (
      <EmptyState
        icon={IconNone}
        title={t(`empty.${part}`)}
        actions={
          onRules && (
            <Button variant="default" onClick={onRules}>
              {t('tabs.rules')}
            </Button>
          )
        }
      >
        {t('empty.text')}
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      <Lines busy={loading}>
        {page.nodes.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} />
        ))}
      </Lines>
      {more}
    </Stack>
  );
}

type Incident = IncidentsQuery['incidents']['nodes'][number];

interface Props {
  incident: Incident;
}

const looks = {
  open: { icon: IconIncident, color: 'red' },
  acknowledged: { icon: IconNormal, color: 'brown' },
} as const;

/** `P-003, Str. Gării 12`: on the road a number alone leads nowhere. */
const whereOf = ({ label, addrStreet, addrNr }: NonNullable<Incident['containerGroup']>) =>
  [label, [addrStreet, addrNr].filter(Boolean).join(' ')].filter(Boolean).join(', ');

const bySerialNumber = (one: Incident['containers'][number], other: Incident['containers'][number]) =>
  one.serialNumber.localeCompare(other.serialNumber, undefined, { numeric: true });

/** What is wrong where and since when, what became of it, and what may be done about it. */
function IncidentRow({ incident }: Props) {
  const { t, i18n } = useTranslation(['alerts', 'statusUpdates']);
  const { ruleName, containerGroup, containers, openedAt, resolvedAt, reopened, viewerCanUpdate, state } = incident;
  return (
    <Line
      what={
        <>
          <span className={`${classes.where} fingers`}>
            {state !== 'resolved' && <Status {...looks[state]} label={t(`states.${state}`)} />}
            <strong>{ruleName}</strong>
            {containerGroup && (
              <TextLink to={paths.containerGroups.view(containerGroup.id)}>{whereOf(containerGroup)}</TextLink>
            )}
            {containers.toSorted(bySerialNumber).map(({ id, serialNumber }) => (
              <TextLink key={id} to={paths.containers.view(id)}>
                {serialNumber}
              </TextLink>
            ))}
          </span>
          <Text component="span" fz="sm">
            {causeText(t, i18n.language, incident)}
            <Text span inherit c="dimmed">
              {' · '}
              {t('opened')} <Moment at={openedAt} />
              {resolvedAt && (
                <>
                  {' · '}
                  {t('resolved')} <Moment at={resolvedAt} />
                </>
              )}
              {reopened > 0 && ` · ${t('reopened', { count: reopened })}`}
              <Handling incident={incident} />
            </Text>
          </Text>
        </>
      }
    >
      {viewerCanUpdate && state !== 'resolved' && <Actions incident={incident} />}
    </Line>
  );
}

/** Who has taken it on, and what is told of it. */
function Handling({ incident }: Props) {
  const { t, i18n } = useTranslation('alerts');
  const now = useNow();
  const { acknowledgedBy, escalatedAt, silencedUntil } = incident;
  return (
    <>
      {acknowledgedBy && ` · ${t('acknowledgedBy', { person: actorName(acknowledgedBy, t) })}`}
      {escalatedAt && ` · ${t('escalated')}`}
      {silencedUntil &&
        Date.parse(silencedUntil) > now &&
        ` · ${t('silenced', { time: formatExact(silencedUntil, i18n.language) })}`}
    </>
  );
}

function Actions({ incident }: Props) {
  const { t } = useTranslation('alerts');
  const client = useApolloClient();
  const [acknowledge, { loading }] = useMutation(AcknowledgeIncidentDocument, {
    onCompleted: () => notifySuccess(t('acknowledge.done')),
    onError: notifyFailure,
  });
  const [asking, setAsking] = useState(false);
  const { id, state, ruleName } = incident;
  const about = (action: string) => ({ 'aria-label': `${action}: ${ruleName}` });

  async function handleAcknowledge() {
    await acknowledge({ variables: { id } });
    // The menu says how many are left; and what was refused may be otherwise by now.
    void client.refetchQueries({ include: 'active' }).catch(() => null);
  }

  return (
    <Group gap="xs">
      {state === 'open' && (
        <Button
          size="xs"
          variant="default"
          loading={loading}
          onClick={() => void handleAcknowledge()}
          {...about(t('acknowledge.action'))}
        >
          {t('acknowledge.action')}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={() => setAsking(true)} {...about(t('silence.action'))}>
        {t('silence.action')}
      </Button>
      {asking && <SilenceDialog incident={incident} onClose={() => setAsking(false)} />}
    </Group>
  );
}

/** Minutes for which a silence may be planned; none ends it. */
const choices = [240, 1_440, 4_320, 10_080] as const;

interface SilenceDialogProps {
  incident: Incident;
  onClose: () => void;
}

/** Asks for how long nothing more is to be told of an incident. */
function SilenceDialog({ incident: { id, ruleName, silencedUntil }, onClose }: SilenceDialogProps) {
  const { t, i18n } = useTranslation('alerts');
  const [silence] = useMutation(SilenceIncidentDocument);
  const [minutes, setMinutes] = useState<number>(choices[0]);

  const plan = () => {
    const until = minutes === 0 ? null : new Date(Date.now() + minutes * 60_000).toISOString();
    return silence({ variables: { id, until } });
  };

  return (
    <TaskDialog
      title={t('silence.title', { rule: ruleName })}
      action={t('silence.plan')}
      run={plan}
      done={t(minutes === 0 ? 'silence.ended' : 'silence.done')}
      refreshes
      onClose={onClose}
    >
      <Text fz="sm">{t('silence.text')}</Text>
      <NativeSelect
        label={t('silence.duration')}
        value={String(minutes)}
        data={[
          ...choices.map((choice) => ({ value: String(choice), label: durationText(choice, i18n.language) })),
          ...(silencedUntil ? [{ value: '0', label: t('silence.none') }] : []),
        ]}
        onChange={(event) => setMinutes(Number(event.currentTarget.value))}
      />
    </TaskDialog>
  );
}
