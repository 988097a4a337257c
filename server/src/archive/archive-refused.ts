import { OperatorError } from '@noa/domain/errors.ts';

/** Why an archive is not taken in. */
export type ArchiveRefusal =
  | 'notAnArchive'
  | 'newer'
  | 'changed'
  | 'incomplete'
  | 'tooLarge'
  | 'notEmpty'
  | 'serialsTaken'
  | 'broken';

/** An archive is not taken in, and nothing of it was applied; or an org cannot be taken away whole. */
export class ArchiveRefused extends OperatorError {
  override readonly name = 'ArchiveRefused';
  readonly reason: ArchiveRefusal;

  constructor(reason: ArchiveRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
