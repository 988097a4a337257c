/** A file that cannot be read, or that we do not want to read; `reason` is a locale key. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
