import { Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useViewer } from '../../session/viewer.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { DefaultOrg } from './DefaultOrg.tsx';
import { Preferences } from './Preferences.tsx';
import { part } from '../../loading/part.ts';

// Most people only come to change the language.
const MapFileSection = part(async () => (await import('./map/MapFileSection.tsx')).MapFileSection);
const OrgSettings = part(async () => (await import('./OrgSettings.tsx')).OrgSettings);

/** What each user sets for themselves, and what an org has decided. */
export function Component() {
  const viewer = useViewer();
  return (
    <Page title={useScreenTitle()}>
      <Stack gap="xl">
        <Preferences />
        {viewer.may('org:read') && <DefaultOrg />}
        {viewer.may('mapFile:read') && (
          <Suspense fallback={<LoadingScreen />}>
            <MapFileSection />
          </Suspense>
        )}
        {viewer.may('orgSettings:read') && (
          <Suspense fallback={<LoadingScreen />}>
            <OrgSettings />
          </Suspense>
        )}
      </Stack>
    </Page>
  );
}
