import { ListScreen } from '../../resource/ListScreen.tsx';
import { cards } from './card.resource.tsx';

export const Component = () => <ListScreen resource={cards} />;
