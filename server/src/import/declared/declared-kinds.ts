import { accessGroup } from '@noa/domain/kinds/access-group.ts';
import { card } from '@noa/domain/kinds/card.ts';
import { containerGroup } from '@noa/domain/kinds/container-group.ts';
import { container } from '@noa/domain/kinds/container.ts';
import { manager } from '@noa/domain/kinds/manager.ts';
import { declaredKind } from './declared-kind.ts';

/** The kinds that are imported by declaration. */
export const managers = declaredKind(manager);
export const accessGroups = declaredKind(accessGroup, { isJoined: true });
export const containerGroups = declaredKind(containerGroup, { isJoined: true });
export const containers = declaredKind(container);
/** The code that is printed on a card follows from its serial. */
export const cards = declaredKind(card, { derived: ['displaySerialNumber'] });
