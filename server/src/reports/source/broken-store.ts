import { OperatorError } from '@noa/domain/errors.ts';

/** What an engine keeps of the events cannot be used as it is: of another layout, of another database, or damaged. It is built anew. */
export class BrokenStore extends OperatorError {
  override readonly name = 'BrokenStore';
}
