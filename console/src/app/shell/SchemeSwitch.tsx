import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconDark, IconLight } from '../../ui/icons.ts';
import { useShownScheme } from '../../ui/scheme.ts';

/** Light to dark and back; kept under the specification's key. */
export function SchemeSwitch() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useShownScheme();
  const next = scheme === 'light' ? 'dark' : 'light';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={t(`colorScheme.switch.${next}`)}
      title={t(`colorScheme.switch.${next}`)}
      onClick={() => setColorScheme(next)}
    >
      {scheme === 'light' ? <IconDark size={18} aria-hidden /> : <IconLight size={18} aria-hidden />}
    </ActionIcon>
  );
}
