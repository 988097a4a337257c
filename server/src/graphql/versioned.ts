import { builder } from './builder.ts';

/** The columns of every registry record that the interface `Versioned` shows. */
export interface VersionedRow {
  readonly id: string;
  readonly row_id: string;
  readonly valid_from: Date;
  readonly valid_to: Date;
  readonly updated_by: string;
}

export const Versioned = builder.interfaceRef<VersionedRow>('Versioned').implement({
  description: 'Every registry record: stable `id`, and `rowId` of this version of it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    rowId: t.exposeID('row_id'),
    updatedAt: t.expose('valid_from', { type: 'DateTime' }),
    updatedBy: t.exposeString('updated_by', { nullable: true, description: 'Who wrote this version.' }),
    validFrom: t.expose('valid_from', { type: 'DateTime' }),
    validTo: t.expose('valid_to', { type: 'DateTime', description: '2170-01-01 for the current version.' }),
  }),
});
