import { ListScreen } from '../../resource/ListScreen.tsx';
import { towerBlocks } from './tower-block.resource.tsx';

export const Component = () => <ListScreen resource={towerBlocks} />;
