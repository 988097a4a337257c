import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../crud/list/ListScreen.tsx';
import { useViewer } from '../../session/viewer.ts';
import { IconMap } from '../../ui/icons.ts';
import { ToolLink } from '../../ui/page/ToolButton.tsx';
import { containers } from './container.resource.tsx';

export function Component() {
  const { t } = useTranslation('containers');
  const viewer = useViewer();
  const status = viewer.may('statusUpdate:read') && (
    <ToolLink icon={IconMap} label={t('statusLink')} to={paths.containers.status} />
  );
  return <ListScreen resource={containers} elsewhere={status} />;
}
