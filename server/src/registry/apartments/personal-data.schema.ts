import { builder } from '../../graphql/builder.ts';
import { isOwned, isReachable } from '../reachable.ts';
import { ownApartments } from './apartment.queries.ts';
import { Apartment } from './apartment.schema.ts';
import { eraseOccupier, revealOccupierIdNumber } from './personal-data.service.ts';

builder.objectFields(Apartment, (t) => ({
  viewerCanReveal: t.boolean({
    description: 'Whether there is an ID number, and the caller may see it in the clear for a purpose.',
    resolve: async (row, _args, context) =>
      row.occupier_id_number_cipher !== null &&
      (await isReachable(context, ownApartments, 'apartment:revealIdNumber', row)),
  }),
  viewerCanErase: t.boolean({
    description: 'Whether the caller may have the data of its occupiers erased.',
    resolve: (row, _args, context) => isOwned(context, 'apartment:eraseOccupier', row),
  }),
}));

builder.mutationFields((t) => ({
  revealOccupierIdNumber: t.string({
    description: 'The ID number in the clear; who asked, when and why is kept for good.',
    authScopes: { may: 'apartment:revealIdNumber' },
    args: {
      apartmentId: t.arg.id({ required: true }),
      purpose: t.arg.string({ required: true, description: '3 to 200 characters.' }),
    },
    resolve: (_root, args, context) => revealOccupierIdNumber(context, args),
  }),
  eraseOccupier: t.int({
    description:
      'Empties what is known of the occupiers, in the apartment and in every version of it that is kept; answers with how many versions. Who asked, when and why is kept for good.',
    authScopes: { may: 'apartment:eraseOccupier' },
    args: {
      id: t.arg.id({ required: true }),
      rowId: t.arg.id({ required: true, description: 'The version the decision was made on.' }),
      purpose: t.arg.string({ required: true, description: '3 to 200 characters.' }),
      formerOnly: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'Leaves who lives there now, and erases those before.',
      }),
    },
    resolve: (_root, args, context) => eraseOccupier(context, args),
  }),
}));
