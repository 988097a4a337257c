import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildingForm } from './import-buildings.ts';
import { sirutaForm } from './import-siruta.ts';

const locales = join(import.meta.dirname, '../../../console/public/locales');

const labels = globSync('*/import.json', { cwd: locales }).flatMap((file) => {
  const fieldsIn = (name: string) =>
    (JSON.parse(readFileSync(join(locales, name), 'utf8')) as { fields: Record<string, string> }).fields;
  // What a list says of an apartment is called as everywhere, unless files call it otherwise.
  const fields = { ...fieldsIn(file.replace('import.json', 'apartments.json')), ...fieldsIn(file) };
  return [buildingForm, sirutaForm].flatMap((form) =>
    form.fields.map((field) => ({ form, field, label: fields[field] ?? '', file })),
  );
});

describe('the columns of a file', () => {
  it.each(labels)('are recognised by what the console itself calls them: $label ($file)', ({ form, field, label }) => {
    expect(form.guessMapping([label])).toHaveProperty(field, label);
  });
});
