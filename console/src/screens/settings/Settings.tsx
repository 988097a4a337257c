import { Box, Checkbox, Group, Radio, Stack, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RecordSelect } from '../../crud/picker/RecordSelect.tsx';
import { pickers } from '../../pickers/pickers.ts';
import { useDefaultOrg } from '../../session/default-org.ts';
import { useViewer } from '../../session/viewer.ts';
import { languages } from '../../ui/chosen-language.ts';
import { changeLanguage } from '../../ui/language.ts';
import { LoadingScreen } from '../../ui/page/LoadingPage.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { useScreenTitle } from '../../ui/page/screen-title.ts';
import { part } from '../../loading/part.ts';
import { densities, useDensity, useSingleKeysOn, type Density } from '../../ui/preferences.ts';
import { defaultScheme, schemes } from '../../ui/scheme.ts';

// Most people only come to change the language.
const MapFileSection = part(async () => (await import('./map/MapFileSection.tsx')).MapFileSection, <LoadingScreen />);
const OrgSettings = part(async () => (await import('./OrgSettings.tsx')).OrgSettings, <LoadingScreen />);

/** What each user sets for themselves, and what an org has decided. */
export function Component() {
  const viewer = useViewer();
  return (
    <Page title={useScreenTitle()}>
      <Stack gap="xl">
        <Preferences />
        {viewer.may('org:read') && <DefaultOrg />}
        {viewer.may('mapFile:read') && <MapFileSection />}
        {viewer.may('orgSettings:read') && <OrgSettings />}
      </Stack>
    </Page>
  );
}

/** What each user sets for themselves, in this browser. */
function Preferences() {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [density, setDensity] = useDensity();
  const [singleKeys, setSingleKeys] = useSingleKeysOn();
  // Residents have no lists, and no screens with keys.
  const { isStaff } = useViewer();
  return (
    <>
      <Choice
        label={t('language.label')}
        hint={t('language.hint')}
        value={i18n.language}
        options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
        onChoose={(language) => void changeLanguage(language)}
      />
      <Choice
        label={t('colorScheme.label')}
        hint={t('colorScheme.hint')}
        value={colorScheme}
        options={schemes.map((value) => ({ value, label: t(`colorScheme.${value}`) }))}
        onChoose={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? defaultScheme)}
      />
      {isStaff && (
        <>
          <Choice
            label={t('density.label')}
            hint={t('density.hint')}
            value={density}
            options={densities.map((value) => ({ value, label: t(`common:density.${value}`) }))}
            onChoose={(value) => setDensity(value as Density)}
          />
          <Checkbox
            label={t('singleKeys.label')}
            description={t('singleKeys.hint')}
            checked={singleKeys}
            onChange={(event) => setSingleKeys(event.currentTarget.checked)}
          />
        </>
      )}
    </>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

function Choice({ label, hint, value, options, onChoose }: ChoiceProps) {
  return (
    <Radio.Group label={label} description={hint} value={value} onChange={onChoose}>
      <Group gap="lg" mt="xs">
        {options.map((option) => (
          <Radio key={option.value} {...option} />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** With which org create forms start; whoever belongs to one only has nothing to choose. */
function DefaultOrg() {
  const { t } = useTranslation('settings');
  const { orgs, roles } = useViewer();
  const [orgId, setOrgId] = useDefaultOrg();
  if (orgs.length < 2 && !roles.includes('root')) {
    return null;
  }
  return (
    <Box maw={480}>
      <RecordSelect
        picker={pickers.org}
        label={t('defaultOrg.label')}
        description={t('defaultOrg.hint')}
        value={orgId}
        onChange={setOrgId}
      />
    </Box>
  );
}
