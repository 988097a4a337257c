import { expect, it } from 'vitest';
import { settingGroups } from './setting-groups.ts';

const locales = import.meta.glob<string>('../../../public/locales/*/settings.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it.each(Object.keys(locales))(
  'says in each label what it is of, as history and conflicts have no groups: %s',
  (file) => {
    const { fields } = JSON.parse(locales[file] ?? '') as { fields: Record<string, string> };
    const labels = settingGroups.flatMap(({ fields: ids }) => ids.map((id) => fields[id] ?? id));
    expect(labels.filter((label) => /^(Avertizare|Eroare|Warning|Error)\b/u.test(label))).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
  },
);
