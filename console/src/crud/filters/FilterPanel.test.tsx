import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Filter } from '../define-resource.ts';
import type { ListControls } from '../list/use-list-state.ts';
import { FilterPanel } from './FilterPanel.tsx';

const picker = { useOptions: () => ({ options: [], picked: null, loading: false, failed: false }) };
const filters = {
  record: { id: 'orgId', kind: 'record', picker },
  choice: { id: 'status', kind: 'choice', texts: 'status', values: ['normal'] },
  boolean: { id: 'isKnown', kind: 'boolean', texts: 'known' },
} satisfies Record<string, Filter>;
const state = { filters: {} } as ListControls['state'];

it.each(Object.values(filters))('says of a filter by $kind that chooses nothing that all are meant', (filter) => {
  const panel = renderToStaticMarkup(
    <MantineProvider>
      <FilterPanel name="cards" filters={[filter]} controls={{ state } as ListControls} />
    </MantineProvider>,
  );

  expect(panel).toMatch(/"[^"]*(list\.any|oricare)"|>[^<]*(list\.any|oricare)</);
});
