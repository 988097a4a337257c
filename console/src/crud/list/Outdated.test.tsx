import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Outdated } from './Outdated.tsx';

const said = (error: unknown) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Outdated error={error} refetch={() => undefined} />
    </MantineProvider>,
  );

describe('what could not be asked for', () => {
  it('says under which code the server’s log has why', () => {
    const errors = [{ message: 'Internal', extensions: { code: 'Internal', correlationId: 'a1-b2' } }];

    expect(said(new CombinedGraphQLErrors({ errors } as never))).toContain('a1-b2');
  });

  it('is said, and nothing where all was', () => {
    expect(said(new TypeError('Failed to fetch'))).toContain('role="alert"');
    expect(said(undefined)).not.toContain('role="alert"');
  });
});
