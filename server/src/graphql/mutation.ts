import { builder } from './builder.ts';

/** The version a change is made from: every update and delete names it. */
export const versionArgs = builder.args((t) => ({
  id: t.id({ required: true }),
  rowId: t.id({ required: true, description: 'The version the change was made from.' }),
}));
