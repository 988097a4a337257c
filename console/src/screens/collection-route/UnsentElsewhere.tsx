import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconFailed } from '../../ui/icons.ts';
import { RefusedEmptying } from './RefusedEmptying.tsx';
import { unsentElsewhere } from './route.ts';
import type { RouteControls } from './use-collection-route.ts';

/** What was tapped on routes that have ended and that the server did not take. */
export function UnsentElsewhere({ controls }: { controls: RouteControls }) {
  const { t } = useTranslation('collectionRoute');
  const refused = unsentElsewhere(controls.route).filter(({ refusal }) => refusal !== null);
  return (
    refused.length > 0 && (
      <Alert color="red" role="alert" icon={<IconFailed aria-hidden />} title={t('elsewhere')}>
        {refused.map((told) => (
          <RefusedEmptying key={told.containerId + told.at} told={told} controls={controls} isNamed />
        ))}
      </Alert>
    )
  );
}
