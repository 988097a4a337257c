import { ListScreen } from '../../resource/ListScreen.tsx';
import { accessGroups } from './access-group.resource.tsx';

export const Component = () => <ListScreen resource={accessGroups} />;
