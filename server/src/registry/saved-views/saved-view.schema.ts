import { builder } from '../../graphql/builder.ts';
import { costs } from '../../graphql/cost.ts';
import { orgs } from '../orgs/org.queries.ts';
import type { SavedViewRow } from './saved-view.queries.ts';
import {
  createSavedView,
  deleteSavedView,
  mayWrite,
  readSavedViews,
  setDefaultSavedView,
  updateSavedView,
} from './saved-view.service.ts';

const SavedView = builder.objectRef<SavedViewRow>('SavedView').implement({
  description: 'A list’s address under a name. It grants nothing: whoever opens it sees what they may see.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.exposeString('kind'),
    name: t.exposeString('name'),
    search: t.exposeString('search', { description: 'The list’s address after its question mark.' }),
    hiddenColumns: t.exposeStringList('hidden_columns'),
    orgId: t.id({
      nullable: true,
      description: 'The org that shares it; null for one’s own.',
      resolve: (row) => row.org_id,
    }),
    orgName: t.string({
      nullable: true,
      description: 'What the org is called, for those who read orgs.',
      resolve: async ({ org_id }, _args, context) =>
        context.viewer.may('org:read') ? ((await context.load(orgs, 'org:read', org_id))?.name ?? null) : null,
    }),
    isDefault: t.exposeBoolean('is_default', { description: 'Whether the caller’s list of the kind opens with it.' }),
    viewerCanUpdate: t.boolean({ resolve: (row, _args, context) => mayWrite(context, row) }),
  }),
});

builder.queryField('savedViews', (t) =>
  t.field({
    type: [SavedView],
    extensions: costs({ rows: 200 }),
    description: 'The caller’s own views of a kind, then those that orgs share; 200 at most.',
    authScopes: { may: 'savedView:keep' },
    args: { kind: t.arg.string({ required: true, description: 'As the API calls it: `entrance`.' }) },
    resolve: (_root, { kind }, context) => readSavedViews(context, kind),
  }),
);

const CreateSavedViewInput = builder.inputType('CreateSavedViewInput', {
  fields: (t) => ({
    kind: t.string({ required: true }),
    name: t.string({ required: true }),
    search: t.string({ required: true }),
    hiddenColumns: t.stringList({ required: true }),
    orgId: t.id({ description: 'The org that shares it; without one it is the caller’s own.' }),
  }),
});

const UpdateSavedViewInput = builder.inputType('UpdateSavedViewInput', {
  description: 'Absent leaves a field as it is.',
  fields: (t) => ({ name: t.string(), search: t.string(), hiddenColumns: t.stringList() }),
});

builder.mutationFields((t) => ({
  createSavedView: t.field({
    type: SavedView,
    authScopes: { may: 'savedView:keep' },
    args: { input: t.arg({ type: CreateSavedViewInput, required: true }) },
    resolve: (_root, { input }, context) => createSavedView(context, input),
  }),
  updateSavedView: t.field({
    type: SavedView,
    authScopes: { may: 'savedView:keep' },
    args: { id: t.arg.id({ required: true }), input: t.arg({ type: UpdateSavedViewInput, required: true }) },
    resolve: (_root, { id, input }, context) => updateSavedView(context, id, input),
  }),
  deleteSavedView: t.field({
    type: 'ID',
    authScopes: { may: 'savedView:keep' },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => deleteSavedView(context, id),
  }),
  setDefaultSavedView: t.field({
    type: [SavedView],
    extensions: costs({ rows: 200 }),
    description: 'Lets the caller’s list of a kind open with a view; without one, with the whole list.',
    authScopes: { may: 'savedView:keep' },
    args: { kind: t.arg.string({ required: true }), id: t.arg.id() },
    resolve: (_root, { kind, id }, context) => setDefaultSavedView(context, kind, id ?? null),
  }),
}));
