import { AppError } from '@noa/domain/errors.ts';

/** Rows of lists without pages that one operation gives at most, beside the largest that is given by itself. */
const mostRows = 5_000;

/** Counts rows of lists that have no pages: most have a few, but nothing says that all have. One for each operation. */
export class RowBudget {
  #spent = 0;

  /** Nothing is given of what was counted so far. */
  renew(): void {
    this.#spent = 0;
  }

  /**
   * @returns the rows.
   * @throws {AppError} `LimitExceeded` when all such lists of the operation together have too many.
   */
  spend<Row>(rows: readonly Row[] | undefined): Row[] {
    const before = this.#spent;
    this.#spent += rows?.length ?? 0;
    if (before > 0 && this.#spent > mostRows) {
      throw new AppError('LimitExceeded', 'The operation returns too much; ask for smaller pages');
    }
    return [...(rows ?? [])];
  }
}
