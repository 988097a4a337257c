import { ListScreen } from '../../resource/ListScreen.tsx';
import { managers } from './manager.resource.tsx';

export const Component = () => <ListScreen resource={managers} />;
