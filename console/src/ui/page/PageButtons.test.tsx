import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PageButtons } from './PageButtons.tsx';

const buttons = (hasPreviousPage: boolean, hasNextPage: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <PageButtons
        label="Pagini"
        pageInfo={{ hasPreviousPage, hasNextPage, startCursor: 'a', endCursor: 'b' }}
        onPage={() => undefined}
      />
    </MantineProvider>,
  );

it('says of the button that leads nowhere that it does, and why, and leaves it the focus', () => {
  expect(buttons(true, true)).not.toContain('aria-disabled');
  const atEnd = buttons(true, false);
  expect(atEnd.split('aria-disabled="true"')).toHaveLength(2);
  expect(atEnd).toMatch(/aria-disabled="true"[^>]* title="|title="[^>]*aria-disabled="true"/);
  expect(atEnd).not.toContain(' disabled=""');
});
