import { ListScreen } from '../../resource/ListScreen.tsx';
import { containers } from './container.resource.tsx';

export const Component = () => <ListScreen resource={containers} />;
