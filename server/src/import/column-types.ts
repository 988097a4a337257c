/** What PostgreSQL keeps a field in, by its type. */
export const sqlTypes = {
  text: 'text',
  enum: 'text',
  id: 'uuid',
  integer: 'integer',
  float: 'double precision',
  boolean: 'boolean',
} as const;
