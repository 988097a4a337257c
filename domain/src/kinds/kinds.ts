import { accessGroup } from './access-group.ts';
import { apartment } from './apartment.ts';
import { card } from './card.ts';
import { containerGroup } from './container-group.ts';
import { container } from './container.ts';
import { entrance } from './entrance.ts';
import { manager } from './manager.ts';
import { org } from './org.ts';
import { towerBlock } from './tower-block.ts';

/** The kinds whose fields are declared; each says in its own file what it is. */
export const declaredKinds = [
  org,
  manager,
  towerBlock,
  entrance,
  apartment,
  accessGroup,
  containerGroup,
  container,
  card,
] as const;
