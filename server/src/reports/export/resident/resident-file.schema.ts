import { parseInput } from '@noa/domain/input.ts';
import { purposeInput } from '@noa/domain/personal-data.ts';
import { builder } from '../../../graphql/builder.ts';
import { getRecord } from '../../../records/record.ts';
import { ownApartments } from '../../../registry/apartments/apartment.queries.ts';
import { reportsOf } from '../../reports.ts';
import { ExportLocaleEnum, ExportTicket } from '../export.schema.ts';

builder.mutationField('createResidentFile', (t) =>
  t.field({
    type: ExportTicket,
    description:
      'All that is kept of an apartment’s present occupier and of the accounts tied to it, for the person who asks. The audit has who fetched it and what for.',
    authScopes: { may: 'apartment:takeFile' },
    args: {
      apartmentId: t.arg.id({ required: true }),
      purpose: t.arg.string({ required: true, description: 'What it is for, in 3 to 200 characters.' }),
      locale: t.arg({ type: ExportLocaleEnum, defaultValue: 'ro' }),
    },
    resolve: async (_root, { apartmentId, locale, ...given }, context) => {
      const { purpose } = parseInput(purposeInput, given);
      const { id } = await context.read('apartment:takeFile', (tx, scope) =>
        getRecord(tx, ownApartments, scope, apartmentId),
      );
      const fileName = `dosar ${new Date().toISOString().slice(0, 10)}.zip`;
      const asked = { kind: 'resident', apartmentId: id, purpose, locale: locale ?? 'ro', fileName } as const;
      return reportsOf(context.db).downloads.prepare(context, asked);
    },
  }),
);
