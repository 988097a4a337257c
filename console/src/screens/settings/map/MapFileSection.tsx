import { Divider, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Outdated } from '../../../crud/list/Outdated.tsx';
import { Pending } from '../../../crud/list/Pending.tsx';
import classes from '../../../crud/view/RecordPage.module.css';
import type { MapSettingsQuery } from '../../../api/generated/graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { actorName } from '../../../ui/values/actor.ts';
import { Moment } from '../../../ui/values/Moment.tsx';
import { MapFileActions } from './MapFileActions.tsx';
import { MapSettingsDocument } from './map-settings.graphql.ts';
import { sizeText } from './map-trouble.ts';

/** The file that the streets under the map come from, which all orgs share: what it is, another in its place, none. */
export function MapFileSection() {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = useQuery(MapSettingsDocument, { fetchPolicy: 'cache-and-network' });
  const settings = data?.mapSettings;
  return (
    <Stack component="section" aria-labelledby="map-file-section">
      <Divider />
      <Title order={2} fz="lg" id="map-file-section">
        {t('map.title')}
      </Title>
      <Text fz="sm" c="dimmed" maw={720}>
        {t('map.hint')}
      </Text>
      {!settings && <Pending error={error} refetch={refetch} permission="mapFile:read" height={120} />}
      {settings && <Outdated error={error} refetch={refetch} />}
      {settings?.isNamedByOperator && <Text fz="sm">{t('map.named')}</Text>}
      {settings && !settings.isNamedByOperator && (
        <>
          {settings.file ? <FileFacts file={settings.file} /> : <Text fz="sm">{t('map.none')}</Text>}
          <MapFileActions name={settings.file?.name ?? null} maxBytes={settings.maxBytes} onChanged={() => refetch()} />
        </>
      )}
    </Stack>
  );
}

function FileFacts({ file }: { file: NonNullable<MapSettingsQuery['mapSettings']['file']> }) {
  const { t, i18n } = useTranslation('settings');
  const degrees = (value: number | null | undefined) =>
    (value ?? 0).toLocaleString(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { west, south, east, north } = file;
  const extent = { west: degrees(west), south: degrees(south), east: degrees(east), north: degrees(north) };
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('map.name')}</dt>
        <dd>{file.name}</dd>
      </div>
      <div>
        <dt>{t('map.usedSince')}</dt>
        <dd>
          {file.usedSince && <Moment at={file.usedSince} />}, {actorName(file.uploadedBy, t)}
        </dd>
      </div>
      <div>
        <dt>{t('map.bytes')}</dt>
        <dd>{sizeText(t, i18n.language, file.bytes)}</dd>
      </div>
      <div>
        <dt>{t('map.extent')}</dt>
        <dd>{t('map.extentText', extent)}</dd>
      </div>
      <div>
        <dt>{t('map.zooms')}</dt>
        <dd>{t('map.zoomRange', { from: file.minZoom, to: file.maxZoom })}</dd>
      </div>
    </dl>
  );
}
