import { AppError } from '@noa/domain/errors.ts';
import { container } from '@noa/domain/kinds/container.ts';
import { recordService } from '../declared/record-service.ts';
import { containers, isReporting } from './container.queries.ts';

/** How containers are written. One may move to another group of its org; one that a controller is bound to stays, until its lock is silent for longer than its org allows. */
export const containerService = recordService<'container'>({
  kind: containers,
  declared: container,
  checkDelete: async (tx, row) => {
    if (await isReporting(tx, row)) {
      throw new AppError('ValidationFailed', 'A controller is bound to the container', {
        fields: { id: 'delete.hasDependants' },
        details: { dependants: [{ kind: 'controller', count: 1 }] },
      });
    }
  },
});
