import { Box, Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { OrgSettingsValues } from '@noa/domain/org-settings.ts';
import { useQuery } from '../../api/use-query.ts';
import facts from '../../crud/view/RecordPage.module.css';
import { paths } from '../../paths.ts';
import { pickers } from '../../pickers/pickers.ts';
import { HistoryTab } from '../../crud/history/HistoryTab.tsx';
import { Outdated } from '../../crud/list/Outdated.tsx';
import { Pending } from '../../crud/list/Pending.tsx';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { returnsHere } from '../../crud/use-leave.ts';
import { useViewer } from '../../session/viewer.ts';
import { IconEdit } from '../../ui/icons.ts';
import { TextLink } from '../../ui/page/TextLink.tsx';
import { actorName } from '../../ui/values/actor.ts';
import { None } from '../../ui/values/cells.tsx';
import { Moment } from '../../ui/values/Moment.tsx';
import { Tabs } from '../../ui/page/Tabs.tsx';
import { KeptSummary } from './KeptSummary.tsx';
import classes from './OrgSettings.module.css';
import { OrgSettingsUpdate } from './OrgSettingsUpdate.tsx';
import { settingGroups } from './setting-groups.ts';
import { numberText, settingText } from './setting-text.ts';
import { FirstOrgDocument, OrgSettingsDocument } from './settings.graphql.ts';

/** What an org has decided: root changes it, implementers of the org read it. `?orgId=` says which org. */
export function OrgSettings() {
  const { t } = useTranslation(['settings', 'common']);
  const [parameters, setParameters] = useSearchParams();
  const { data, error, refetch } = useQuery(FirstOrgDocument);
  const orgs = data?.orgs.nodes ?? [];
  const asked = parameters.get('orgId');
  const orgId = asked ?? orgs[0]?.id;
  const title = useRef<HTMLHeadingElement>(null);
  const comes = useRef(asked !== null && !parameters.has('edit'));
  useEffect(
    function leadHere() {
      // Whoever comes from an org comes for its settings, which stand below one's own.
      if (comes.current && data) {
        comes.current = false;
        title.current?.focus({ preventScroll: true });
        title.current?.scrollIntoView({ block: 'start' });
      }
    },
    [data],
  );
  if (data && orgId === undefined) {
    return null; // there is no org yet
  }
  return (
    <Stack component="section" aria-labelledby="org-settings">
      <Divider />
      <Title order={2} fz="lg" id="org-settings" ref={title} tabIndex={-1} className={classes.title}>
        {orgs.length === 1 ? t('org.titleOf', { name: orgs[0]?.name }) : t('org.title')}
      </Title>
      {orgs.length > 1 && (
        <Box maw={480}>
          <RecordSelect
            picker={pickers.org}
            label={t('common:fields.orgId')}
            required
            value={orgId ?? null}
            onChange={(id) => setParameters(id ? { orgId: id } : {}, { preventScrollReset: true })}
          />
        </Box>
      )}
      {!orgId && error && <Pending error={error} refetch={refetch} permission="org:read" height={240} />}
      {orgId && <SettingsOf key={orgId} orgId={orgId} />}
    </Stack>
  );
}

const tabs = ['values', 'history'] as const;

function SettingsOf({ orgId }: { orgId: string }) {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const viewer = useViewer();
  const [parameters, setParameters] = useSearchParams();
  const { data, error, refetch } = useQuery(OrgSettingsDocument, {
    variables: { orgId },
    fetchPolicy: 'cache-and-network',
  });
  const settings = data?.orgSettings;
  if (!settings) {
    return <Pending error={error} refetch={refetch} permission="orgSettings:read" height={240} />;
  }
  const open = tabs.find((tab) => tab === parameters.get('tab')) ?? 'values';
  const labels = { values: t('org.values'), history: t('common:history.title') };
  const here = paths.orgSettings(orgId);
  return (
    <>
      <Outdated error={error} refetch={refetch} />
      <Group justify="space-between">
        <Text component="span" fz="sm">
          {t('common:fields.updatedAt')}: <Moment at={settings.updatedAt} />
          {settings.updatedBy && `, ${actorName(settings.updatedBy, t)}`}
        </Text>
        {settings.viewerCanUpdate && (
          <Button
            component={Link}
            to={`${here}&edit=true`}
            state={returnsHere}
            preventScrollReset
            variant="default"
            aria-keyshortcuts="M"
            leftSection={<IconEdit size={16} aria-hidden />}
          >
            {t('common:actions.update')}
          </Button>
        )}
      </Group>
      <Tabs
        tabs={tabs
          .filter((tab) => tab === 'values' || viewer.may('history:read'))
          .map((tab) => ({ id: tab, label: labels[tab] }))}
        open={open}
        onOpen={(tab) => setParameters(tab === 'values' ? { orgId } : { orgId, tab }, { preventScrollReset: true })}
      >
        {open === 'values' ? (
          <OrgSettingsFacts orgId={orgId} settings={settings} />
        ) : (
          <HistoryTab name="settings" kind="orgSettings" id={orgId} textOf={settingText(i18n)} />
        )}
      </Tabs>
      {parameters.get('edit') === 'true' && settings.viewerCanUpdate && (
        <OrgSettingsUpdate settings={settings} view={here} />
      )}
    </>
  );
}

interface Props {
  orgId: string;
  settings: OrgSettingsValues;
}

/** The settings as they are, by what they are about. */
function OrgSettingsFacts({ orgId, settings }: Props) {
  const { t } = useTranslation('settings');
  return (
    <Stack gap="lg">
      {settingGroups.map(({ name, fields }) => (
        <section key={name} aria-labelledby={`settings-${name}`}>
          <Title order={3} fz="sm" id={`settings-${name}`} mb={4}>
            {t(`groups.${name}`)}
          </Title>
          <dl className={facts.facts}>
            {fields.map((field) => (
              <div key={field}>
                <dt>{t(`fields.${field}`)}</dt>
                <dd>
                  <SettingValue field={field} value={settings[field]} />
                </dd>
              </div>
            ))}
          </dl>
          {name === 'privacy' && (
            <Stack gap="sm" mt="md">
              <KeptSummary settings={settings} />
              <PrivacyDocuments orgId={orgId} />
            </Stack>
          )}
        </section>
      ))}
    </Stack>
  );
}

function SettingValue({ field, value }: { field: keyof OrgSettingsValues; value: number | boolean | string }) {
  const { t, i18n } = useTranslation('settings');
  if (typeof value === 'number') {
    return <>{numberText(i18n.t, i18n.language, field, value)}</>;
  }
  return typeof value === 'boolean' ? <>{t(`values.${field}.${value}`)}</> : value === '' ? <None /> : <>{value}</>;
}

/** Leads to what the law wants written down of an org's settings. */
function PrivacyDocuments({ orgId }: { orgId: string }) {
  const { t } = useTranslation('settings');
  return (
    <div>
      <Text fz="sm">{t('documents.hint')}</Text>
      <Group gap="lg" mt={4}>
        {(['register', 'assessment'] as const).map((document) => (
          <TextLink key={document} to={paths.privacyDocument(document, orgId)}>
            {t(`documents.${document}`)}
          </TextLink>
        ))}
      </Group>
    </div>
  );
}
