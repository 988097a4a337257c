import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../crud/list/ListScreen.tsx';
import { useViewer } from '../../session/viewer.ts';
import { IconMap } from '../../ui/icons.ts';
import { containers } from './container.resource.tsx';

export function Component() {
  const { t } = useTranslation('containers');
  const viewer = useViewer();
  const status = viewer.may('statusUpdate:read') && (
    <Button
      component={Link}
      to={paths.containers.status}
      variant="default"
      leftSection={<IconMap size={16} aria-hidden />}
    >
      {t('statusLink')}
    </Button>
  );
  return <ListScreen resource={containers} elsewhere={status} />;
}
