import { SegmentedControl, Stack, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, languages } from '../../ui/language.ts';
import { Page } from '../../ui/Page.tsx';
import { densities, useDensity } from '../../ui/preferences.ts';

const schemes = ['light', 'dark'] as const;

/** What each user sets for themselves, in this browser. */
export function Component() {
  const { t, i18n } = useTranslation(['settings', 'common']);
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const [density, setDensity] = useDensity();

  return (
    <Page title={t('title')}>
      <Stack gap="lg" maw={560}>
        <Setting label={t('language.label')} hint={t('language.hint')}>
          <SegmentedControl
            value={i18n.language}
            onChange={(language) => void changeLanguage(language)}
            data={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
          />
        </Setting>
        <Setting label={t('colorScheme.label')} hint={t('colorScheme.hint')}>
          <SegmentedControl
            value={scheme}
            onChange={(value) => setColorScheme(value === 'dark' ? 'dark' : 'light')}
            data={schemes.map((value) => ({ value, label: t(`colorScheme.${value}`) }))}
          />
        </Setting>
        <Setting label={t('density.label')} hint={t('density.hint')}>
          <SegmentedControl
            value={density}
            onChange={(value) => setDensity(value)}
            data={densities.map((value) => ({ value, label: t(`common:density.${value}`) }))}
          />
        </Setting>
      </Stack>
    </Page>
  );
}

function Setting({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <Text id={id} fw={500}>
        {label}
      </Text>
      <Text fz="sm" c="dimmed" mb={6}>
        {hint}
      </Text>
      {children}
    </div>
  );
}
