import { ListScreen } from '../../resource/ListScreen.tsx';
import { containerGroups } from './container-group.resource.tsx';

export const Component = () => <ListScreen resource={containerGroups} />;
