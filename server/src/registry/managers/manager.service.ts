import { manager } from '@noa/domain/kinds/manager.ts';
import { recordService } from '../declared/record-service.ts';
import { managers } from './manager.queries.ts';

/** How managers are written; one stays while entrances are in its care. */
export const managerService = recordService({ kind: managers, declared: manager, permission: 'manager:write' });
