import { AppError } from '@noa/domain/errors.ts';
import { container } from '@noa/domain/kinds/container.ts';
import { recordService } from '../declared/record-service.ts';
import { containers, hasReported } from './container.queries.ts';

/** How containers are written. One may move to another group of its org; one that a controller is bound to stays. */
export const containerService = recordService<'container'>({
  kind: containers,
  declared: container,
  checkDelete: async (tx, row) => {
    if (await hasReported(tx, row)) {
      throw new AppError('ValidationFailed', 'A controller is bound to the container', {
        fields: { id: 'delete.hasDependants' },
        details: { dependants: [{ kind: 'controller', count: 1 }] },
      });
    }
  },
});
