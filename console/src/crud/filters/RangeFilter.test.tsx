import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RangeFilter } from './RangeFilter.tsx';

const field = (value: string) =>
  renderToStaticMarkup(
    <MantineProvider>
      <RangeFilter kind="int" label="Ora" value={value} bounds={[0, 23]} onUse={() => undefined} />
    </MantineProvider>,
  );
const wrongEnds = (value: string) => field(value).split('aria-invalid="true"').length - 1;
const says = (value: string) => field(value).includes('role="alert"');

describe('a range of numbers of which there are so many', () => {
  it('says at the end that is none of them that it is none', () => {
    expect(says('7..24')).toBe(true);
    expect(wrongEnds('7..24')).toBe(1);
  });

  it('is as any other within them', () => {
    expect(says('0..23')).toBe(false);
    expect(wrongEnds('0..23')).toBe(0);
    expect(says('9..7')).toBe(true);
    expect(wrongEnds('9..7')).toBe(2);
  });
});
