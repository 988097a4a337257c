import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, Divider, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { streetMapLayers } from '@noa/domain/map/street-map.ts';
import { describeFailure } from '../../../api/failure.ts';
import { RemoveMapFileDocument } from '../../../api/mutations/generated/remove-map-file.graphql.ts';
import { notifyFailure } from '../../../api/notify-failure.ts';
import { ConfirmButton } from '../../../crud/ConfirmDialog.tsx';
import { UnsavedGuard } from '../../../crud/form/UnsavedGuard.tsx';
import { Outdated } from '../../../crud/list/Outdated.tsx';
import { Pending } from '../../../crud/list/Pending.tsx';
import classes from '../../../crud/view/RecordPage.module.css';
import type { MapSettingsQuery } from '../../../api/generated/graphql.ts';
import { useQuery } from '../../../api/use-query.ts';
import { notifySuccess } from '../../../ui/notify.tsx';
import { actorName } from '../../../ui/values/actor.ts';
import { Moment } from '../../../ui/values/Moment.tsx';
import { MapSettingsDocument } from './map-settings.graphql.ts';
import { uploadMap } from './upload-map.ts';

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
  const facts = {
    name: file.name,
    usedSince: (
      <>
        {file.usedSince && <Moment at={file.usedSince} />}, {actorName(file.uploadedBy, t)}
      </>
    ),
    bytes: sizeText(t, i18n.language, file.bytes),
    extent: t('map.extentText', extent),
    zooms: t('map.zoomRange', { from: file.minZoom, to: file.maxZoom }),
  };
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(([name, fact]) => (
        <div key={name}>
          <dt>{t(`map.${name}`)}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  /** What the file in use is called; null: there is none. */
  name: string | null;
  maxBytes: number;
  onChanged: () => Promise<unknown>;
}

/** Puts a map in the place of the one there is, or removes it. */
function MapFileActions({ name, maxBytes, onChanged }: Props) {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const client = useApolloClient();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<{ readonly share: number; readonly stop: AbortController }>();
  const [trouble, setTrouble] = useState<string>();
  const [remove] = useMutation(RemoveMapFileDocument);
  const most = sizeText(t, i18n.language, maxBytes);

  const leave = useRef<AbortController>(null);
  useEffect(function stopWithScreen() {
    return () => leave.current?.abort();
  }, []);

  async function handleFile(file: File | undefined) {
    if (!file) {
      return;
    }
    if (file.size > maxBytes) {
      setTrouble(t('mapFile.tooLarge', { size: most }));
      return;
    }
    const stop = new AbortController();
    leave.current = stop;
    setTrouble(undefined);
    setSending({ share: 0, stop });
    try {
      const onSent = (share: number) => setSending({ share, stop });
      await uploadMap(client, { file, onSent, signal: stop.signal });
      notifySuccess(t('map.done'));
    } catch (error) {
      const said = mapTrouble(t, i18n.language, error, maxBytes);
      setTrouble(said);
      if (!said && !stop.signal.aborted) {
        notifyFailure(error);
      }
    } finally {
      await onChanged().catch(() => undefined); // also where the answer alone was lost: the file may be in use
      setSending(undefined);
    }
  }

  return (
    <Stack gap="xs" maw={480}>
      <Group gap="sm">
        <Button variant="default" disabled={sending !== undefined} onClick={() => input.current?.click()}>
          {t(name === null ? 'map.upload' : 'map.replace')}
        </Button>
        {name !== null && (
          <ConfirmButton
            size="sm"
            disabled={sending !== undefined}
            title={t('map.removeTitle')}
            text={t('map.removeText', { name })}
            action={t('map.remove')}
            done={t('map.removed')}
            run={() => remove()}
            onDone={() => void onChanged()}
          />
        )}
        <input
          ref={input}
          type="file"
          accept=".pmtiles"
          hidden
          aria-label={t('map.upload')}
          onChange={(event) => {
            void handleFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = ''; // so that the same file can be chosen again
          }}
        />
      </Group>
      <Text fz="sm" c="dimmed">
        {t('map.most', { size: most })}
      </Text>
      {sending && <Sending share={sending.share} onStop={() => sending.stop.abort()} />}
      {/* Only while it is needed: of two guards of one page the router asks that which came last, and a form over it has one. */}
      {sending !== undefined && sending.share < 1 && <LeaveGuard />}
      {trouble && (
        <Text role="alert" c="var(--mantine-color-error)">
          {trouble}
        </Text>
      )}
    </Stack>
  );
}

/** What is sent by this screen stops with it: nobody would see how it goes, nor could stop it. */
function LeaveGuard() {
  const { t } = useTranslation('settings');
  return (
    <UnsavedGuard
      isDirty={() => true}
      onDiscard={() => undefined}
      texts={{ title: t('map.leave.title'), text: t('map.leave.text'), discard: t('map.leave.stop') }}
    />
  );
}

function Sending({ share, onStop }: { share: number; onStop: () => void }) {
  const { t } = useTranslation('settings');
  const said = share === 1 ? t('map.checking') : t('map.sending', { percent: Math.round(100 * share) });
  return (
    <Group gap="sm" wrap="nowrap">
      <Stack gap={4} flex={1}>
        <Text fz="sm" role="status">
          {said}
        </Text>
        <Progress value={100 * share} animated={share === 1} aria-label={said} />
      </Stack>
      {share < 1 && (
        <Button variant="subtle" onClick={onStop}>
          {t('map.cancel')}
        </Button>
      )}
    </Group>
  );
}

/** A size as people say it: `4,2 MB`. */
const sizeText = (t: TFunction, language: string, bytes: number): string =>
  t('settings:map.megabytes', {
    value: (bytes / 1e6).toLocaleString(language, { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 }),
  });

/** What is wrong with a file, in words; undefined where the file is not what failed. */
function mapTrouble(t: TFunction, language: string, error: unknown, maxBytes: number): string | undefined {
  const { fields, extensions } = describeFailure(error);
  const key = fields['file'] ?? fields['part'] ?? fields['number'];
  if (!key?.startsWith('mapFile.')) {
    return undefined;
  }
  const missing = Array.isArray(extensions['layers']) ? extensions['layers'] : [];
  const layers = streetMapLayers
    .filter((each) => missing.includes(each))
    .map((each) => t(`settings:map.layers.${each}`));
  return t(`settings:${key}`, {
    layers: new Intl.ListFormat(language).format(layers),
    size: sizeText(t, language, maxBytes),
  });
}
