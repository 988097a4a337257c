import { ListScreen } from '../../resource/ListScreen.tsx';
import { entrances } from './entrance.resource.tsx';

export const Component = () => <ListScreen resource={entrances} />;
