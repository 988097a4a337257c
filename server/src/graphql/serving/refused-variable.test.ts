import { expect, it } from 'vitest';
import { signIn } from '../../testing/harness.ts';

const root = await signIn(['root']);

const create = (kind: string) => `mutation ($input: Create${kind}Input!) { create${kind}(input: $input) { id } }`;
const Containers =
  'query ($filter: ContainerFilter, $asOf: DateTime) { containers(filter: $filter, asOf: $asOf) { totalCount } }';
const Report = 'query ($input: ReportInput!) { report(name: "usage", input: $input) { rowCount } }';
const rule = { orgId: 'a', name: 'Regulă', condition: 'fill', minutes: 0 };
const asked = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', groupBy: [], metrics: ['event_count'] };

it.each<[string, string, Record<string, unknown>, Record<string, string>]>([
  ['an empty id of an input', create('AccessGroup'), { input: { name: 'x', orgId: '' } }, { orgId: 'form.required' }],
  [
    'an empty id in a list of an input',
    create('AccessGroup'),
    { input: { name: 'x', containerGroupIds: ['a', ' '] } },
    { 'containerGroupIds.1': 'form.required' },
  ],
  ['an empty id of a filter', Containers, { filter: { containerGroupId: '' } }, { containerGroupId: 'form.required' }],
  [
    'an empty id that is the variable',
    'query ($id: ID!) { container(id: $id) { id } }',
    { id: '' },
    { id: 'form.required' },
  ],
  ['no id', 'query ($id: ID!) { container(id: $id) { id } }', {}, { id: 'form.required' }],
  ['a moment that is none', Containers, { asOf: '31.01.2026' }, { asOf: 'form.badValue' }],
  [
    'a moment within a range',
    Containers,
    { filter: { updatedAt: { from: '2026-02-30T00:00:00Z' } } },
    { 'updatedAt.from': 'form.badValue' },
  ],
  ['a moment of a report', Report, { input: { ...asked, to: 'mâine' } }, { to: 'form.badValue' }],
  ['a field that lacks', create('Manager'), { input: {} }, { name: 'form.required' }],
  ['a field that is null', create('Manager'), { input: { name: null } }, { name: 'form.required' }],
  [
    'a field that lacks in a list',
    Report,
    { input: { ...asked, filters: [{ field: 'hour' }] } },
    { 'filters.0.operator': 'form.required' },
  ],
  ['a field that is not', create('Manager'), { input: { name: 'x', nume: 'y' } }, { nume: 'form.badValue' }],
  ['a text that is none', create('Manager'), { input: { name: 5 } }, { name: 'form.badValue' }],
  ['a number that is none', create('AlertRule'), { input: { ...rule, minutes: '5' } }, { minutes: 'form.badValue' }],
  [
    'a word that is not in its list',
    create('AlertRule'),
    { input: { ...rule, condition: 'full' } },
    { condition: 'form.badValue' },
  ],
  ['what is no input', create('Manager'), { input: 'x' }, { input: 'form.badValue' }],
  [
    'no file',
    'mutation ($file: Upload!) { startImport(kind: "cards", file: $file) { id } }',
    { file: 'x' },
    { file: 'form.badValue' },
  ],
])('names the field of %s', async (_name, query, variables, fields) => {
  const { errors } = await root.run(query, variables);

  expect(errors).toMatchObject([{ code: 'ValidationFailed' }]);
  expect(errors?.[0]?.['fields']).toEqual(fields);
});

it('names the field of a moment that stands in the document', async () => {
  const { errors } = await root.run('{ containers(filter: { updatedAt: { to: "ieri" } }) { totalCount } }');

  expect(errors).toMatchObject([{ code: 'ValidationFailed', fields: { to: 'form.badValue' } }]);
});
