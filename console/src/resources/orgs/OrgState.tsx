import { useTranslation } from 'react-i18next';
import { Status } from '../../ui/values/cells.tsx';
import { IconNormal, IconOff } from '../../ui/icons.ts';

/** What it is called, for a file. */
export const orgStateWords = { texts: 'orgs:values.enabled', values: ['true', 'false'] } as const;

/** Whether an org may be worked in, as icon and text. */
export function OrgState({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('orgs');
  return (
    <Status
      icon={enabled ? IconNormal : IconOff}
      color={enabled ? 'green' : 'gray'}
      label={t(`values.enabled.${enabled}`)}
    />
  );
}
