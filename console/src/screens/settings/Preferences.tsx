import { Group, Radio, Checkbox, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../session/viewer.ts';
import { languages } from '../../ui/chosen-language.ts';
import { changeLanguage } from '../../ui/language.ts';
import { densities, useDensity, useSingleKeysOn, type Density } from '../../ui/preferences.ts';
import { defaultScheme, schemes } from '../../ui/scheme.ts';

/** What each user sets for themselves, in this browser. */
export function Preferences() {
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
