import { ListScreen } from '../../resource/ListScreen.tsx';
import { orgs } from './org.resource.tsx';

export const Component = () => <ListScreen resource={orgs} />;
